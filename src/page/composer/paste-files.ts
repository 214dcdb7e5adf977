/**
 * Whether pasting means the text and not the files beside it. Cells and rich text bring a picture of themselves; a file
 * manager brings the names of the files that it copies.
 */
export function meansText(text: string, fileNames: readonly string[]): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const names = new Set(fileNames)
  return lines.some((line) => !names.has(decoded(line.trim()).replace(/^.*[/\\]/, '')))
}

/** An address of a file as its path; anything else as it is. */
function decoded(line: string): string {
  if (!line.startsWith('file://')) return line
  try {
    return decodeURIComponent(line)
  } catch {
    return line
  }
}

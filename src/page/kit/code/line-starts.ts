/** Offsets at which the lines of `text` start. A line break at the very end starts no further line. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop()
  return starts
}

/** Where line `index` ends, its line break (also `\r\n`) not counted. */
export function lineEnd(text: string, starts: readonly number[], index: number): number {
  const start = starts[index] ?? text.length
  const next = starts[index + 1]
  let end = next === undefined ? text.length : next - 1
  if (next === undefined && text.endsWith('\n')) end -= 1
  return Math.max(start, text[end - 1] === '\r' ? end - 1 : end)
}

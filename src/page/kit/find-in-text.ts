/** Matches that are counted and shown; a letter in a long log has tens of thousands. */
export const FOUND_MAX = 1_000

/** Where `query` begins in `text`, whatever its case, from the front and at most FOUND_MAX of them. No query finds nothing. */
export function findInText(text: string, query: string): { readonly at: number; readonly length: number }[] {
  if (query === '') return []
  const literal = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), 'giu')
  const found = []
  for (const match of text.matchAll(literal)) {
    found.push({ at: match.index, length: match[0].length })
    if (found.length === FOUND_MAX) break
  }
  return found
}

/** Appends to a text of which only the last `max` characters are held; `omitted` counts those let go, at line ends where possible. */
export function keptTail(
  before: { text: string; omitted: number },
  added: string,
  max: number,
): { text: string; omitted: number } {
  const text = before.text + added
  if (text.length <= max) return { text, omitted: before.omitted }
  const earliest = text.length - max
  const lineEnd = text.indexOf('\n', earliest)
  const from = lineEnd === -1 || lineEnd - earliest > 2_000 ? earliest : lineEnd + 1
  return { text: text.slice(from), omitted: before.omitted + from }
}

/**
 * The `shown` items whose label holds the letters of `query` in order, best first: a word's beginning counts more
 * than a letter within, letters side by side more than scattered ones. Without a query, the first ones.
 */
export function findBest<T>(items: readonly T[], labelOf: (item: T) => string, query: string, shown: number): T[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return items.slice(0, shown)
  return items
    .map((item) => ({ item, score: scoreOf(labelOf(item).toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shown)
    .map(({ item }) => item)
}

/** 0 where the letters of `wanted` do not occur in order. */
function scoreOf(label: string, wanted: string): number {
  const whole = label.indexOf(wanted)
  if (whole !== -1) return 1_000 - whole - label.length / 100 + (startsWord(label, whole) ? 500 : 0)
  let score = 1
  let at = -1
  for (const letter of wanted) {
    if (letter === ' ') continue
    const next = label.indexOf(letter, at + 1)
    if (next === -1) return 0
    if (next === at + 1) score += 5
    if (startsWord(label, next)) score += 8
    at = next
  }
  return score - label.length / 100
}

function startsWord(label: string, at: number): boolean {
  return at === 0 || /[\s/._-]/.test(label[at - 1] ?? '')
}

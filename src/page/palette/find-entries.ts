/** One thing that the palette reaches. */
export interface Entry {
  id: string
  kind: 'command' | 'session' | 'file' | 'setting'
  label: string
  /** The key that does the same, or where it is; '' for none. */
  hint: string
  run: () => void
}

const SHOWN = 40

/**
 * The entries that hold the letters of `query` in order, best first: a word's beginning counts more than
 * a letter within, letters side by side more than scattered ones. Without a query, all, in their order.
 */
export function findEntries(entries: readonly Entry[], query: string): Entry[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return entries.slice(0, SHOWN)
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry.label.toLowerCase(), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ entry }) => entry)
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

import { findBest } from '../kit/find-best.ts'

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

/** The entries that `query` finds by their labels, best first; without a query, the first ones. */
export function findEntries(entries: readonly Entry[], query: string): Entry[] {
  return findBest(entries, (entry) => entry.label, query, SHOWN)
}

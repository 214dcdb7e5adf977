import type { Key, Range, Row } from './records.ts'

/** Numbers come before strings, strings before lists: the order of IndexedDB. */
function rank(key: Key): number {
  if (typeof key === 'number') return 0
  return typeof key === 'string' ? 1 : 2
}

/** Negative, zero or positive as `a` sorts before, with or after `b`. Strings by code unit. */
export function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'object' && typeof b === 'object') {
    // By index: this is the innermost loop of the store in memory, and an iterator costs more than the rest.
    for (let index = 0; index < a.length && index < b.length; index += 1) {
      const order = compareKeys(a[index] as Key, b[index] as Key)
      if (order !== 0) return order
    }
    return a.length - b.length
  }
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** True where `key` lies in `range`. */
export function inRange(key: Key, range: Range): boolean {
  if (compareKeys(key, range.lower) < 0) return false
  const toUpper = compareKeys(key, range.upper)
  return range.upperOpen === true ? toUpper < 0 : toUpper <= 0
}

function isKey(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value))
}

/** The key at `path` of a row; null where a part is missing or cannot be a key (such rows are not indexed). */
export function keyAt(row: Row, path: string | readonly string[]): Key | null {
  const values = row as Record<string, unknown>
  if (typeof path === 'string') {
    const value = values[path]
    return isKey(value) ? value : null
  }
  const parts: Key[] = []
  for (const name of path) {
    const value = values[name]
    if (!isKey(value)) return null
    parts.push(value)
  }
  return parts
}

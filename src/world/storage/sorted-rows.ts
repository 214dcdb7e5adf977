import { compareKeys, inRange } from './key-order.ts'
import type { Key, ListOptions, Range, Row } from './records.ts'

interface Entry {
  readonly key: Key
  readonly row: Row
}

/** Rows in key order, for the store in memory. Finding is by halving; appending at the end costs nothing. */
export class SortedRows {
  readonly #entries: Entry[] = []

  get(key: Key): Row | undefined {
    const entry = this.#entries[this.#position(key)]
    return entry !== undefined && compareKeys(entry.key, key) === 0 ? entry.row : undefined
  }

  /** Stores `row` under `key` and returns what stood there. */
  set(key: Key, row: Row): Row | undefined {
    const at = this.#position(key)
    const before = this.#entries[at]
    const replaces = before !== undefined && compareKeys(before.key, key) === 0
    if (replaces) this.#entries[at] = { key, row }
    else if (at === this.#entries.length) this.#entries.push({ key, row })
    else this.#entries.splice(at, 0, { key, row })
    return replaces ? before.row : undefined
  }

  delete(key: Key): Row | undefined {
    const at = this.#position(key)
    const before = this.#entries[at]
    if (before === undefined || compareKeys(before.key, key) !== 0) return undefined
    this.#entries.splice(at, 1)
    return before.row
  }

  list(range: Range, options: ListOptions): Row[] {
    const from = this.#position(range.lower)
    let to = this.#position(range.upper)
    const last = this.#entries[to]
    if (last !== undefined && inRange(last.key, range)) to += 1
    const limit = options.limit ?? Number.POSITIVE_INFINITY
    const [start, end] =
      options.fromEnd === true ? [Math.max(from, to - limit), to] : [from, Math.min(to, from + limit)]
    return this.#entries.slice(start, Math.max(start, end)).map((entry) => entry.row)
  }

  /** Where `key` stands, or would stand. */
  #position(key: Key): number {
    let low = 0
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.#entries[middle]
      if (entry !== undefined && compareKeys(entry.key, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

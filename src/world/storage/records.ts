import type { StoreName } from './schema.ts'

/** A key: a string, a number, or a list of keys; ordered as IndexedDB orders them. */
export type Key = string | number | readonly Key[]

/** Keys from `lower` to `upper`, both included unless `upperOpen`. */
export interface Range {
  readonly lower: Key
  readonly upper: Key
  readonly upperOpen?: boolean
}

/** What is stored: a plain object whose key stands in it. */
export type Row = object

/** How long a write waits: `strict` until it is on disk, `relaxed` until the transaction completed. */
export type Durability = 'strict' | 'relaxed'

export interface ListOptions {
  /** Orders and bounds by this index instead of the key. */
  readonly index?: string
  /** At most this many rows. */
  readonly limit?: number
  /** With `limit`: the last ones of the range instead of the first. The order of the answer stays ascending. */
  readonly fromEnd?: boolean
}

/** The rows within one transaction. Nothing but these may be awaited there: a transaction does not wait. */
export interface Rows {
  get(store: StoreName, key: Key): Promise<unknown>
  /** Like `get`, to be looked at now and neither kept nor changed: memory hands out no copy here. */
  peek(store: StoreName, key: Key): Promise<unknown>
  list(store: StoreName, range: Range, options?: ListOptions): Promise<unknown[]>
  /** The row is handed over: whoever puts it does not change it, or anything in it, afterwards. */
  put(store: StoreName, row: Row): Promise<void>
  remove(store: StoreName, keys: Key | Range): Promise<void>
}

/**
 * Rows in transactions: what storage stands on, over IndexedDB or in memory. A `work` that throws
 * leaves nothing behind. Throws `FailureError` of stage `storage`.
 */
export interface Records {
  read<T>(stores: readonly StoreName[], work: (rows: Rows) => Promise<T>): Promise<T>
  write<T>(stores: readonly StoreName[], durability: Durability, work: (rows: Rows) => Promise<T>): Promise<T>
  close(): void
}

/** Every key that begins with `prefix`; with `before`, only those whose next part is below it. */
export function under(prefix: readonly Key[], before?: Key): Range {
  // A list sorts after every string and number, so `[…prefix, []]` is above all keys below `prefix`.
  return { lower: prefix, upper: [...prefix, before ?? []], upperOpen: true }
}

/** Every string key that begins with `text`. */
export function startingWith(text: string): Range {
  return { lower: text, upper: `${text}\uffff` }
}

/** Every key there is. */
export const EVERYTHING: Range = { lower: Number.NEGATIVE_INFINITY, upper: [[[[]]]] }

/** True where `keys` is a range and not a key. */
export function isRange(keys: Key | Range): keys is Range {
  return typeof keys === 'object' && 'lower' in keys
}

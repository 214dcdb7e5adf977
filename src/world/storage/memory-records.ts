import { fail } from '#contracts/failure.ts'
import { compareKeys, keyAt } from './key-order.ts'
import { isRange, type Key, type ListOptions, type Range, type Records, type Row, type Rows } from './records.ts'
import { STORE_NAMES, shapeOf, type StoreName } from './schema.ts'
import { copyOf } from './copy-of.ts'
import { SortedRows } from './sorted-rows.ts'

/** One store with its indexes. Index keys end with the row's own key, so that each is unique. */
class MemoryStore {
  readonly #rows = new SortedRows()
  readonly #indexes: readonly (readonly [name: string, path: readonly string[], rows: SortedRows])[]

  constructor(readonly name: StoreName) {
    const indexes = Object.entries(shapeOf(name).indexes ?? {})
    this.#indexes = indexes.map(([index, path]) => [index, path, new SortedRows()] as const)
  }

  keyOf(row: Row): Key {
    const key = keyAt(row, shapeOf(this.name).key)
    if (key === null) throw fail('storage', 'invalid', `A record for "${this.name}" has no key, so it was not stored.`)
    return key
  }

  get(key: Key): Row | undefined {
    return this.#rows.get(key)
  }

  list(range: Range, options: ListOptions): Row[] {
    if (options.index === undefined) return this.#rows.list(range, options)
    const index = this.#indexes.find(([name]) => name === options.index)
    if (index === undefined) throw fail('storage', 'internal', `"${this.name}" has no index "${options.index}".`)
    return index[2].list(range, options)
  }

  /** Puts `row` under `key`, or removes it where undefined. Returns what stood there. */
  replace(key: Key, row: Row | undefined): Row | undefined {
    const before = row === undefined ? this.#rows.delete(key) : this.#rows.set(key, row)
    for (const [, path, rows] of this.#indexes) {
      const old = before === undefined ? null : indexKey(before, path, key)
      const now = row === undefined ? null : indexKey(row, path, key)
      if (old !== null && (now === null || compareKeys(old, now) !== 0)) rows.delete(old)
      if (now !== null && row !== undefined) rows.set(now, row)
    }
    return before
  }
}

function indexKey(row: Row, path: readonly string[], key: Key): Key | null {
  const parts = keyAt(row, path)
  return parts === null ? null : [...(parts as readonly Key[]), key]
}

/**
 * Rows in memory, with the semantics of IndexedDB: copies out (rows are handed in), transactions one after another,
 * nothing left of one that threw. For tests and the command line, and where a browser refuses storage.
 */
export function memoryRecords(): Records {
  const stores = new Map<StoreName, MemoryStore>(STORE_NAMES.map((name) => [name, new MemoryStore(name)]))
  let last: Promise<unknown> = Promise.resolve()

  const transact = <T>(names: readonly StoreName[], writes: boolean, work: (rows: Rows) => Promise<T>): Promise<T> => {
    const undo: (() => void)[] = []
    const open = (name: StoreName): MemoryStore => {
      const store = names.includes(name) ? stores.get(name) : undefined
      if (store === undefined) throw fail('storage', 'internal', `"${name}" is not part of this transaction.`)
      return store
    }
    const replace = (store: MemoryStore, key: Key, row: Row | undefined) => {
      if (!writes) throw fail('storage', 'internal', 'This transaction only reads.')
      const before = store.replace(key, row)
      undo.push(() => store.replace(key, before))
    }
    const rows: Rows = {
      get: async (name, key) => copyOf(open(name).get(key)),
      peek: async (name, key) => open(name).get(key),
      list: async (name, range, options = {}) => open(name).list(range, options).map(copyOf),
      put: async (name, row) => {
        const store = open(name)
        replace(store, store.keyOf(row), row)
      },
      remove: async (name, keys) => {
        const store = open(name)
        const gone = isRange(keys) ? store.list(keys, {}).map((row) => store.keyOf(row)) : [keys]
        for (const key of gone) replace(store, key, undefined)
      },
    }
    const run = last.then(async () => {
      try {
        return await work(rows)
      } catch (error) {
        for (const step of undo.toReversed()) step()
        throw error
      }
    })
    last = run.catch(() => undefined)
    return run
  }

  return {
    read: (names, work) => transact(names, false, work),
    write: (names, _durability, work) => transact(names, true, work),
    close: () => {},
  }
}

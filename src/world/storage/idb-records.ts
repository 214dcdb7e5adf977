import type { IDBPDatabase, IDBPTransaction } from 'idb'
import type { FailureError } from '#contracts/failure.ts'
import { openDatabase } from './open-database.ts'
import { isRange, type Key, type ListOptions, type Range, type Records, type Rows } from './records.ts'
import type { StoreName } from './schema.ts'
import { deletedData, storageFailure, upgradedElsewhere } from './storage-failure.ts'

type Transaction = IDBPTransaction<unknown, string[], IDBTransactionMode>

function keyRange(range: Range): IDBKeyRange {
  return IDBKeyRange.bound(range.lower, range.upper, false, range.upperOpen ?? false)
}

/** The keys of IndexedDB are mutable arrays in its types only. */
function validKey(key: Key): IDBValidKey {
  return key as IDBValidKey
}

async function list(transaction: Transaction, name: StoreName, range: Range, options: ListOptions): Promise<unknown[]> {
  const store = transaction.objectStore(name)
  const source = options.index === undefined ? store : store.index(options.index)
  if (options.limit === undefined) return source.getAll(keyRange(range))
  if (options.fromEnd !== true) return source.getAll(keyRange(range), options.limit)
  if (options.limit === 0) return []
  // Two hops of a key cursor find where the last `limit` rows begin: no row outside them is read.
  const cursor = await source.openKeyCursor(keyRange(range), 'prev')
  if (cursor === null) return []
  const first = options.limit === 1 ? cursor : await cursor.advance(options.limit - 1)
  const lower = first === null ? range.lower : first.key
  return source.getAll(IDBKeyRange.bound(lower, range.upper, false, range.upperOpen ?? false))
}

function rowsOf(transaction: Transaction): Rows {
  const writable = (name: StoreName) => transaction.objectStore(name)
  return {
    get: (name, key) => transaction.objectStore(name).get(validKey(key)),
    peek: (name, key) => transaction.objectStore(name).get(validKey(key)),
    list: (name, range, options = {}) => list(transaction, name, range, options),
    put: async (name, row) => {
      await writable(name).put?.(row)
    },
    remove: async (name, keys) => {
      await writable(name).delete?.(isRange(keys) ? keyRange(keys) : validKey(keys))
    },
  }
}

/** Runs `work` in one transaction and resolves once that completed. */
async function transact<T>(transaction: Transaction, work: (rows: Rows) => Promise<T>): Promise<T> {
  const done = transaction.done.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  let result: T
  try {
    result = await work(rowsOf(transaction))
  } catch (error) {
    try {
      transaction.abort()
    } catch {
      // It had already ended by itself; `done` knows why.
    }
    const ended = await done
    // What `work` itself threw is no failure of the database.
    if (!(error instanceof DOMException)) throw error
    // Requests that a full disk took down say only "aborted": the transaction knows the cause.
    throw storageFailure(error.name === 'AbortError' && ended !== null ? ended.error : error)
  }
  const ended = await done
  if (ended !== null) throw storageFailure(ended.error)
  return result
}

/**
 * Rows in IndexedDB. Opens at once; a connection that the browser closed is opened again on the next
 * use. After the database was upgraded by another tab, or deleted, every use fails with `storage-unavailable`.
 */
export async function idbRecords(factory: IDBFactory, name: string, version: number): Promise<Records> {
  /** Why it is never opened again. */
  let over: (() => FailureError) | null = null
  let opened = false
  let connection: Promise<IDBPDatabase> | null = null

  const connect = (): Promise<IDBPDatabase> => {
    if (over !== null) return Promise.reject(over())
    if (connection !== null) return connection
    const end = (why: () => FailureError) => () => void (over = why)
    const lost = () => {
      if (connection === opening) connection = null
    }
    const ends = { superseded: end(upgradedElsewhere), deleted: end(deletedData), lost }
    const opening = openDatabase(factory, name, version, ends, opened)
    connection = opening
    // A failed try is not kept: the next use tries again.
    opening.catch(() => {
      if (connection === opening) connection = null
    })
    return opening
  }

  const begin = async (
    names: readonly StoreName[],
    mode: 'readonly' | 'readwrite',
    durability?: IDBTransactionDurability,
  ): Promise<Transaction> => {
    const options = durability === undefined ? {} : { durability }
    const database = await connect()
    try {
      return database.transaction([...names], mode, options)
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw storageFailure(error)
      if (over !== null) throw over()
    }
    // The connection was closing and its event had not come yet: open once more.
    connection = null
    const again = await connect()
    try {
      return again.transaction([...names], mode, options)
    } catch (error) {
      throw storageFailure(error)
    }
  }

  await connect()
  opened = true
  return {
    read: async (names, work) => transact(await begin(names, 'readonly'), work),
    write: async (names, durability, work) => transact(await begin(names, 'readwrite', durability), work),
    close: () => {
      over = upgradedElsewhere
      void connection?.then((database) => database.close())
    },
  }
}

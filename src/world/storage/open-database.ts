import { wrap, type IDBPDatabase } from 'idb'
import { blockedUpgrade, deletedData, storageFailure } from './storage-failure.ts'
import { shapeOf, STORE_NAMES } from './schema.ts'

/** What to do when the connection ends. */
export interface ConnectionEnd {
  /** Another tab wants to upgrade the database. The connection is closed by then. */
  superseded(): void
  /** Somebody deletes the database, and all that is in it. The connection is closed by then. */
  deleted(): void
  /** The browser closed it (data cleared, disk gone). */
  lost(): void
}

/** Brings a database of any earlier version to the table: stores and indexes that it lacks, filled from its rows. */
function createStores(database: IDBDatabase, upgrade: IDBTransaction): void {
  for (const name of STORE_NAMES) {
    const { key, indexes = {} } = shapeOf(name)
    const store = database.objectStoreNames.contains(name)
      ? upgrade.objectStore(name)
      : database.createObjectStore(name, { keyPath: typeof key === 'string' ? key : [...key] })
    for (const [index, path] of Object.entries(indexes))
      if (!store.indexNames.contains(index)) store.createIndex(index, [...path])
  }
}

/**
 * Opens the database and creates what is missing; `again` takes only one that is there already. Throws `FailureError`:
 * `newer-database`, `storage-unavailable` (denied, gone, or another tab blocks the upgrade), `storage-full`.
 */
export function openDatabase(
  factory: IDBFactory,
  name: string,
  version: number,
  end: ConnectionEnd,
  again = false,
): Promise<IDBPDatabase> {
  return new Promise((resolve, reject) => {
    let request: IDBOpenDBRequest
    try {
      request = factory.open(name, version)
    } catch (error) {
      reject(storageFailure(error))
      return
    }
    let refused = false
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (request.transaction === null) return
      if (again && oldVersion === 0) {
        // A new one in its place would take what comes next as if the rest were still there.
        reject(deletedData())
        request.transaction.abort()
        end.deleted()
      } else createStores(request.result, request.transaction)
    })
    request.addEventListener('blocked', () => {
      refused = true
      reject(blockedUpgrade())
    })
    request.addEventListener('error', (event) => {
      // Otherwise the error would also surface as an uncaught one of the worker.
      event.preventDefault()
      reject(storageFailure(request.error))
    })
    request.addEventListener('success', () => {
      const database = request.result
      if (refused) {
        // The other tab went away after all, but this start has already been given up.
        database.close()
        return
      }
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close()
        if (newVersion === null) end.deleted()
        else end.superseded()
      })
      database.addEventListener('close', () => end.lost())
      resolve(wrap(database))
    })
  })
}

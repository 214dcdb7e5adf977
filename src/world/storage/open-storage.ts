import type { CorruptRecord, Store } from '#contracts/ports/store.ts'
import type { WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import type { StorageReport } from '#contracts/settings.ts'
import { idbRecords } from './idb-records.ts'
import { memoryRecords } from './memory-records.ts'
import { messageStore } from './message-store.ts'
import type { Records } from './records.ts'
import { ruleStore } from './rule-store.ts'
import { DATABASE_NAME, DATABASE_VERSION } from './schema.ts'
import { recordStore, sessionStore, waitingStore } from './session-store.ts'
import { failedStart, refusesDatabases, storageFailure } from './storage-failure.ts'
import { trustStore } from './trust-store.ts'
import { workspaceFileStore } from './workspace-file-store.ts'

/** Storage, opened. `records` is for the vault; `reason` is that of its report. */
export interface Storage {
  readonly kind: 'indexeddb' | 'memory'
  readonly reason: string
  readonly records: Records
  readonly store: Store
  readonly workspaces: WorkspaceStore
  close(): void
}

export interface StorageOptions {
  /** The factory to use; the thread's own unless given. Null: memory. */
  readonly indexedDB?: IDBFactory | null
  readonly databaseName?: string
  readonly databaseVersion?: number
  /** Hears of each record that could not be read and has no place in an answer. */
  readonly onCorrupt?: (record: CorruptRecord) => void
}

async function storageReport(kind: StorageReport['kind'], reason: string): Promise<StorageReport> {
  const manager = kind === 'indexeddb' ? globalThis.navigator?.storage : undefined
  const estimate = await manager?.estimate().catch(() => undefined)
  const persisted = await manager?.persisted().catch(() => undefined)
  return {
    kind,
    reason,
    usageBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    persisted: persisted ?? null,
  }
}

function assemble(records: Records, kind: StorageReport['kind'], reason: string, options: StorageOptions): Storage {
  const onCorrupt = options.onCorrupt ?? (() => {})
  return {
    kind,
    reason,
    records,
    store: {
      ...sessionStore(records, onCorrupt),
      ...messageStore(records, onCorrupt),
      ...waitingStore(records, onCorrupt),
      ...recordStore(records, onCorrupt),
      ...ruleStore(records, onCorrupt),
      ...trustStore(records, onCorrupt),
      report: () => storageReport(kind, reason),
    },
    workspaces: workspaceFileStore(records, onCorrupt),
    close: () => records.close(),
  }
}

/** Storage that ends with the thread: for tests, the command line, and as what is left where a browser refuses. */
export function memoryStorage(reason: string, options: StorageOptions = {}): Storage {
  return assemble(memoryRecords(), 'memory', reason, options)
}

/** Writes and removes one row: some browsers open a database and then refuse to write. */
async function probe(records: Records): Promise<void> {
  await records.write(['rules'], 'relaxed', async (rows) => {
    await rows.put('rules', { id: 'probe' })
    await rows.remove('rules', 'probe')
  })
}

/** What the probe found, in a sentence; '' where rows can be written. */
async function writes(records: Records): Promise<string> {
  try {
    await probe(records)
    return ''
  } catch (error) {
    // What is there can be read, and deleting sessions makes room: the start goes on.
    if (storageFailure(error).failure.kind === 'storage-full') return FULL
    records.close()
    throw error
  }
}

const FULL =
  'The browser has no room left for this site, so nothing new can be stored. Delete sessions that you no longer need, or free disk space.'

/**
 * Opens the database, or memory where the browser refuses any to this page. A full disk is no reason to stop: the
 * report says it. Throws `FailureError` where data is there, or may be, that must not be hidden behind an empty app:
 * `newer-database`, an upgrade that another tab blocks, whatever else keeps it from opening.
 */
export async function openStorage(options: StorageOptions = {}): Promise<Storage> {
  const factory = options.indexedDB === undefined ? globalThis.indexedDB : options.indexedDB
  if (factory === undefined || factory === null) {
    return memoryStorage('This browser offers no database here, so nothing is kept when the tab closes.', options)
  }
  const name = options.databaseName ?? DATABASE_NAME
  let records: Records
  try {
    records = await idbRecords(factory, name, options.databaseVersion ?? DATABASE_VERSION)
  } catch (error) {
    const failure = storageFailure(error)
    if (!refusesDatabases(failure)) throw failedStart(failure)
    return memoryStorage(
      'The browser refuses storage here (a private window, a frame of another site, or site data not allowed), so nothing is kept when the tab closes.',
      options,
    )
  }
  try {
    return assemble(records, 'indexeddb', await writes(records), options)
  } catch (error) {
    throw failedStart(storageFailure(error))
  }
}

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { idbRecords } from './idb-records.ts'
import { openStorage, type StorageOptions } from './open-storage.ts'
import { EVERYTHING } from './records.ts'
import { DATABASE_VERSION, STORE_NAMES } from './schema.ts'
import { sampleProvider, sampleSession, sampleUserMessage } from './store-samples.ts'
import { storeSuite } from './store-suite.ts'
import { workspaceSuite } from './workspace-suite.ts'

const used: string[] = []
function newName(): string {
  const name = `test-${crypto.randomUUID()}`
  used.push(name)
  return name
}
afterAll(async () => {
  for (const name of used) indexedDB.deleteDatabase(name)
})

const openNew = (onCorrupt: NonNullable<StorageOptions['onCorrupt']>) =>
  openStorage({ databaseName: newName(), onCorrupt })
storeSuite('IndexedDB', openNew)
workspaceSuite('IndexedDB', openNew)

/** A factory whose `open` fails as a browser that refuses storage does. */
function refusing(name: string, message: string): IDBFactory {
  return new Proxy(indexedDB, {
    get: (target, property) => {
      if (property !== 'open') return Reflect.get(target, property)
      return () => {
        throw new DOMException(message, name)
      }
    },
  })
}

/** Opens a bare connection, as a tab with other code would. */
function bareConnection(name: string, version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

describe('opening', () => {
  test('everything is there again after closing and opening', async () => {
    const databaseName = newName()
    const first = await openStorage({ databaseName })
    await first.store.saveSession(sampleSession('a'))
    await first.store.saveMessage(sampleUserMessage('a', 0))
    first.close()
    const second = await openStorage({ databaseName })
    expect(await second.store.sessions()).toEqual({ sessions: [sampleSession('a')], corrupt: [] })
    expect((await second.store.tail('a', 9)).messages).toEqual([sampleUserMessage('a', 0)])
    second.close()
  })

  test('the database holds every store of the table and no row of the probe', async () => {
    const databaseName = newName()
    const storage = await openStorage({ databaseName })
    const rows = await storage.records.read(STORE_NAMES, async (all) => {
      const found: unknown[] = []
      for (const store of STORE_NAMES) found.push(...(await all.list(store, EVERYTHING)))
      return found
    })
    expect(rows).toEqual([])
    storage.close()
  })

  test.each([
    ['UnknownError', 'The user denied permission to access the database.'],
    ['SecurityError', 'The operation is insecure.'],
    ['InvalidStateError', 'A mutation operation was attempted.'],
  ])('%s while opening (%s) leaves memory, and says so', async (name, message) => {
    const storage = await openStorage({ indexedDB: refusing(name, message) })
    expect({ kind: storage.kind, reason: storage.reason }).toEqual({
      kind: 'memory',
      reason: expect.stringContaining('refuses storage here'),
    })
    await storage.store.saveSession(sampleSession('a'))
    expect(await storage.store.session('a')).toEqual(sampleSession('a'))
  })

  test.each([
    ['UnknownError', 'Internal error opening backing store.', 'storage-unavailable', 'restart the browser'],
    ['AbortError', 'The upgrade was aborted.', 'storage-unavailable', 'restart the browser'],
    ['TimeoutError', '', 'storage-unavailable', 'restart the browser'],
    ['QuotaExceededError', '', 'storage-full', 'Free disk space'],
  ])('%s while opening (%s) is a failed start, not an empty app', async (name, message, kind, says) => {
    await expect(openStorage({ indexedDB: refusing(name, message) })).rejects.toMatchObject({
      failure: { stage: 'storage', kind, retryable: true, message: expect.stringContaining(says) },
    })
  })

  test('a database that opens and takes no row for another reason than room is a failed start', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Internal error.', 'UnknownError')
    })
    await expect(openStorage({ databaseName: newName() })).rejects.toMatchObject({
      failure: { kind: 'storage-unavailable', message: expect.stringContaining('Nothing was changed') },
    })
    vi.restoreAllMocks()
  })

  test('a newer database is not hidden behind an empty app', async () => {
    const databaseName = newName()
    const newer = await bareConnection(databaseName, DATABASE_VERSION + 1)
    newer.close()
    await expect(openStorage({ databaseName })).rejects.toMatchObject({
      failure: { stage: 'storage', kind: 'newer-database', retryable: false },
    })
  })

  test('an upgrade that another tab blocks says to close the other tabs', async () => {
    const databaseName = newName()
    const stubborn = await bareConnection(databaseName, DATABASE_VERSION)
    await expect(openStorage({ databaseName, databaseVersion: DATABASE_VERSION + 1 })).rejects.toMatchObject({
      failure: { kind: 'storage-unavailable', message: expect.stringContaining('Close the other tabs') },
    })
    stubborn.close()
  })

  test('an upgrade in another tab is let through, and this tab says that it stores no more', async () => {
    const databaseName = newName()
    const old = await openStorage({ databaseName })
    const upgraded = await openStorage({ databaseName, databaseVersion: DATABASE_VERSION + 1 })
    await upgraded.store.saveSession(sampleSession('a'))
    await expect(old.store.session('a')).rejects.toMatchObject({
      failure: { kind: 'storage-unavailable', message: expect.stringContaining('updated in another tab') },
    })
    upgraded.close()
  })

  test('the report tells usage and quota', async () => {
    const storage = await openStorage({ databaseName: newName() })
    expect(await storage.store.report()).toEqual({
      kind: 'indexeddb',
      reason: '',
      usageBytes: expect.any(Number),
      quotaBytes: expect.any(Number),
      persisted: expect.any(Boolean),
    })
    storage.close()
  })
})

/** A factory that also tells which connections it opened. */
function watched(opened: IDBDatabase[]): IDBFactory {
  return new Proxy(indexedDB, {
    get: (target, property) => {
      if (property !== 'open') return Reflect.get(target, property)
      return (name: string, version: number) => {
        const request = target.open(name, version)
        request.addEventListener('success', () => opened.push(request.result))
        return request
      }
    },
  })
}

describe('a connection that ends', () => {
  test.each(['with its event', 'before its event'])('is opened again on the next use, %s', async (when) => {
    const opened: IDBDatabase[] = []
    const storage = await openStorage({ databaseName: newName(), indexedDB: watched(opened) })
    await storage.store.saveSession(sampleSession('a'))
    opened[0]?.close()
    if (when === 'with its event') opened[0]?.dispatchEvent(new Event('close'))
    expect(await storage.store.session('a')).toEqual(sampleSession('a'))
    expect(opened.length).toBe(2)
    storage.close()
  })

  test('that was closed on purpose stays closed', async () => {
    const storage = await openStorage({ databaseName: newName() })
    storage.close()
    await expect(storage.store.session('a')).rejects.toMatchObject({ failure: { kind: 'storage-unavailable' } })
  })
})

/** Deletes or upgrades a database, as another page would. */
function elsewhere(request: IDBOpenDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => {
      if (request.readyState === 'done' && request.result instanceof IDBDatabase) request.result.close()
      resolve()
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('It could not be done.')))
  })
}

describe('a database that is no longer this tab’s', () => {
  const DELETED = /was deleted while this tab was open.*nothing on this screen is stored.*reload the page to begin anew/
  test.each([
    ['deleted', DELETED, (name: string) => elsewhere(indexedDB.deleteDatabase(name))],
    [
      'deleted where the browser has closed the connection before',
      DELETED,
      (name: string, connection: IDBDatabase | undefined) => {
        connection?.close()
        connection?.dispatchEvent(new Event('close'))
        return elsewhere(indexedDB.deleteDatabase(name))
      },
    ],
    ['upgraded', /was updated in another tab/, (name: string) => elsewhere(indexedDB.open(name, 1_000))],
  ] as const)('says so when it was %s, and keeps nothing from then on', async (_how, message, act) => {
    const databaseName = newName()
    const opened: IDBDatabase[] = []
    const storage = await openStorage({ databaseName, indexedDB: watched(opened) })
    await storage.store.saveSession(sampleSession('a'))
    await act(databaseName, opened[0])
    const failure = { stage: 'storage', kind: 'storage-unavailable', message: expect.stringMatching(message) }
    await expect(storage.store.saveSession(sampleSession('b'))).rejects.toMatchObject({ failure })
    await expect(storage.store.session('a')).rejects.toMatchObject({ failure })
    storage.close()
    const databases = await indexedDB.databases()
    expect(databases.some(({ name }) => name === databaseName)).toBe(message !== DELETED)
  })
})

describe('a full disk', () => {
  afterEach(() => vi.restoreAllMocks())

  test('lets the app start with what is there, and sessions be deleted', async () => {
    const databaseName = newName()
    const before = await openStorage({ databaseName })
    await before.store.saveSession(sampleSession('a'))
    before.close()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError')
    })
    const storage = await openStorage({ databaseName })
    expect(await storage.store.report()).toMatchObject({
      kind: 'indexeddb',
      reason: expect.stringContaining('Delete sessions'),
    })
    expect(await storage.store.sessions()).toEqual({ sessions: [sampleSession('a')], corrupt: [] })
    await expect(storage.store.saveSession(sampleSession('b'))).rejects.toMatchObject({
      failure: { kind: 'storage-full' },
    })
    await storage.store.deleteSession('a')
    expect(await storage.store.sessions()).toEqual({ sessions: [], corrupt: [] })
    storage.close()
  })

  test('is said as such, and nothing of the save is left', async () => {
    const storage = await openStorage({ databaseName: newName() })
    const file = (path: string) => ({
      path,
      bytes: Uint8Array.of(1),
      mode: 0o644,
      modifiedAt: 0,
      link: null,
      directory: false,
    })
    await storage.workspaces.save('w', [file('/before')], [])
    // The browser's own quota cannot be lowered from here, so the third write meets the error it would give.
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')?.value as IDBObjectStore['put']
    let writes = 0
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row) {
      writes += 1
      if (writes === 3) throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      return put.call(this, row)
    })
    const saving = storage.workspaces.save('w', ['/a', '/b', '/c', '/d'].map(file), ['/before'])
    await expect(saving).rejects.toMatchObject({
      failure: { stage: 'storage', kind: 'storage-full', message: expect.stringContaining('no room left') },
    })
    expect(await storage.workspaces.load('w')).toEqual([file('/before')])
    storage.close()
  })
})

describe('failures while writing', () => {
  test('a transaction that throws leaves nothing behind', async () => {
    const records = await idbRecords(indexedDB, newName(), 1)
    const failing = records.write(['rules'], 'strict', async (rows) => {
      await rows.put('rules', { id: 'a' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await records.read(['rules'], (rows) => rows.get('rules', 'a'))).toBeUndefined()
    records.close()
  })

  test('a row without its key is refused as ours', async () => {
    const records = await idbRecords(indexedDB, newName(), 1)
    const writing = records.write(['rules'], 'strict', (rows) => rows.put('rules', { name: 'no id' }))
    await expect(writing).rejects.toMatchObject({ failure: { kind: 'invalid' } })
    records.close()
  })
})

test('two tabs that change the settings at once lose no change of each other', async () => {
  const databaseName = newName()
  const tabs = [await openStorage({ databaseName }), await openStorage({ databaseName })]
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`)
  await Promise.all(
    ids.map((id, index) =>
      tabs[index % 2]?.store.updateSettings((settings) => ({
        ...settings,
        providers: [...settings.providers, sampleProvider(id)],
      })),
    ),
  )
  const seen = await Promise.all(tabs.map(({ store }) => store.settings()))
  for (const tab of tabs) tab.close()
  expect(seen.map(({ providers }) => providers.map(({ id }) => id).toSorted())).toEqual([
    ids.toSorted(),
    ids.toSorted(),
  ])
})

import { afterEach, expect, it } from 'vitest'
import { untouched, type TrustState } from '#contracts/trust.ts'
import { openStorage, type Storage } from './open-storage.ts'

const NAME = 'trust-store-test'
const open: Storage[] = []
const start = async (onCorrupt?: (record: { store: string; key: string }) => void): Promise<Storage> => {
  const storage = await openStorage({ databaseName: NAME, ...(onCorrupt === undefined ? {} : { onCorrupt }) })
  open.push(storage)
  return storage
}
afterEach(async () => {
  for (const storage of open.splice(0)) storage.close()
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error('The database was not deleted.')))
  })
})

const UNTRUSTED: TrustState = {
  ...untouched('w1'),
  trusted: false,
  sources: [{ kind: 'archive', from: 'a.zip', at: 5 }],
}

it('keeps trust across a reload, each workspace for itself', async () => {
  const before = await start()
  expect(await before.store.trust('w1')).toBeNull()
  expect(await before.store.updateTrust('w1', () => UNTRUSTED)).toEqual(UNTRUSTED)
  before.close()
  const after = await start()
  expect([await after.store.trust('w1'), await after.store.trust('w2')]).toEqual([UNTRUSTED, null])
})

it('loses no change of another tab: each sees what was stored before it', async () => {
  const [one, two] = [await start(), await start()]
  const counted = (stored: TrustState | 'damaged' | null): TrustState => {
    const now = stored === null || stored === 'damaged' ? untouched('w1') : stored
    return { ...now, omitted: now.omitted + 1 }
  }
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? one : two).store.updateTrust('w1', counted)),
  )
  expect(await one.store.trust('w1')).toEqual({ ...untouched('w1'), omitted: 10 })
})

it('says of a record that cannot be read that it is damaged, never that there is none', async () => {
  const corrupt: string[] = []
  const storage = await start(({ store, key }) => corrupt.push(`${store} ${key}`))
  await storage.records.write(['trust'], 'strict', (rows) => rows.put('trust', { workspaceId: 'w1', trusted: 1 }))
  expect([await storage.store.trust('w1'), corrupt]).toEqual(['damaged', ['trust w1']])
})

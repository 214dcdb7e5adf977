import { expect, test } from 'vitest'
import { memoryRecords } from './memory-records.ts'
import { memoryStorage, openStorage } from './open-storage.ts'
import { storeSuite } from './store-suite.ts'
import { workspaceSuite } from './workspace-suite.ts'

storeSuite('memory', async (onCorrupt) => memoryStorage('test', { onCorrupt }))
workspaceSuite('memory', async (onCorrupt) => memoryStorage('test', { onCorrupt }))

test('without a database storage is memory, and says why', async () => {
  const storage = await openStorage({ indexedDB: null })
  expect(await storage.store.report()).toEqual({
    kind: 'memory',
    reason: 'This browser offers no database here, so nothing is kept when the tab closes.',
    usageBytes: null,
    quotaBytes: null,
    persisted: null,
  })
})

test('a transaction that throws leaves nothing behind, in the indexes too', async () => {
  const records = memoryRecords()
  const row = { taskId: 's', callId: 'c', openSince: 1, position: 0, messageSeq: 1 }
  await records.write(['calls'], 'relaxed', (rows) => rows.put('calls', row))
  const failing = records.write(['calls'], 'relaxed', async (rows) => {
    await rows.put('calls', { ...row, openSince: 2 })
    await rows.put('calls', { ...row, callId: 'd' })
    await rows.remove('calls', ['s', 'c'])
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  const all = { lower: ['s'], upper: ['s', []] }
  const left = await records.read(['calls'], async (rows) => [
    await rows.list('calls', all),
    await rows.list('calls', all, { index: 'open' }),
    await rows.list('calls', all, { index: 'message' }),
  ])
  expect(left).toEqual([[row], [row], [row]])
})

test('a transaction touches only the stores that it names, and reads where it only reads', async () => {
  const records = memoryRecords()
  await expect(records.read(['rules'], (rows) => rows.get('skills', 'a'))).rejects.toThrow('"skills" is not part')
  await expect(records.read(['rules'], (rows) => rows.put('rules', { id: 'a' }))).rejects.toThrow('only reads')
})

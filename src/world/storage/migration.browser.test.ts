import { afterAll, expect, test } from 'vitest'
import { openStorage } from './open-storage.ts'
import { DATABASE_VERSION, shapeOf, STORE_NAMES } from './schema.ts'
import {
  sampleAgentMessage,
  sampleApproval,
  sampleCall,
  samplePlannedCall,
  sampleProvider,
  sampleRule,
  sampleSession,
  sampleUserMessage,
} from './store-samples.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'

/** The database as version 1 made it. A copy on purpose: it is what stands in people's browsers. */
const VERSION_1: Record<string, { key: string | string[]; indexes?: Record<string, string[]> }> = {
  sessions: { key: 'id' },
  messages: { key: ['sessionId', 'seq'] },
  calls: {
    key: ['taskId', 'callId'],
    indexes: { open: ['taskId', 'openSince', 'position'], message: ['taskId', 'messageSeq', 'position'] },
  },
  compacted: { key: 'key' },
  events: { key: ['sessionId', 'number'] },
  settings: { key: 'id' },
  pending: { key: ['sessionId', 'id'] },
  turnDiffs: { key: ['sessionId', 'turnId'] },
  secrets: { key: 'keyId' },
  vaultKeys: { key: 'id' },
  workspaceFiles: { key: ['workspaceId', 'path'] },
  agents: { key: 'id' },
  grants: { key: ['agentId', 'kind', 'target'] },
  rules: { key: 'id' },
  memory: { key: 'id' },
  skills: { key: 'id' },
  servers: { key: 'id' },
  workflows: { key: 'id' },
}

const used: string[] = []
afterAll(() => {
  for (const name of used) indexedDB.deleteDatabase(name)
})

/** A database of version 1 with these rows, closed again. */
async function oldDatabase(rows: Record<string, object[]>): Promise<string> {
  const name = `migration-${crypto.randomUUID()}`
  used.push(name)
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      for (const [store, { key, indexes = {} }] of Object.entries(VERSION_1)) {
        const made = request.result.createObjectStore(store, { keyPath: key })
        for (const [index, path] of Object.entries(indexes)) made.createIndex(index, path)
      }
    })
    request.addEventListener('error', () => reject(request.error))
    request.addEventListener('success', () => {
      const writing = request.result.transaction(Object.keys(VERSION_1), 'readwrite')
      for (const [store, list] of Object.entries(rows)) for (const row of list) writing.objectStore(store).put(row)
      writing.addEventListener('error', () => reject(writing.error))
      writing.addEventListener('complete', () => {
        request.result.close()
        resolve()
      })
    })
  })
  return name
}

/** Stores and indexes as they stand in a database, by name. */
function shapeIn(name: string): Promise<{ version: number; stores: Record<string, string[]> }> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.addEventListener('error', () => reject(request.error))
    request.addEventListener('success', () => {
      const database = request.result
      const names = [...database.objectStoreNames]
      const reading = database.transaction(names)
      const stores = Object.fromEntries(names.map((each) => [each, [...reading.objectStore(each).indexNames]]))
      const { version } = database
      database.close()
      resolve({ version, stores })
    })
  })
}

test('a database of version 1 keeps all that it held, and its calls are found by age', async () => {
  const open = sampleCall('a', 'waiting', 'asked', { messageSeq: 1 })
  const settled = [samplePlannedCall('a', 'old', 10), samplePlannedCall('b', 'new', 20)]
  const { ruleWords: _, ...asked } = { ...sampleApproval('a', 'x', 1), ruleWords: null }
  const databaseName = await oldDatabase({
    sessions: [sampleSession('a'), sampleSession('b')],
    messages: [sampleUserMessage('a', 0), sampleAgentMessage('a', 1)],
    calls: [...settled, { ...open, openSince: open.plannedAt }],
    settings: [{ ...DEFAULT_SETTINGS, id: 'settings', providers: [sampleProvider('p')] }],
    pending: [{ kind: 'approval', sessionId: 'a', id: 'x', approval: asked }],
    workspaceFiles: [
      {
        workspaceId: 'w-a',
        path: '/workspace/a.txt',
        bytes: Uint8Array.of(1, 2),
        mode: 0o644,
        modifiedAt: 1,
        link: null,
        directory: false,
      },
    ],
  })

  const storage = await openStorage({ databaseName })
  const { store } = storage
  expect(storage.kind).toBe('indexeddb')
  expect(await store.sessions()).toEqual({ sessions: [sampleSession('a'), sampleSession('b')], corrupt: [] })
  expect((await store.tail('a', 9)).messages).toEqual([sampleUserMessage('a', 0), sampleAgentMessage('a', 1)])
  expect(await store.openCalls('a')).toEqual([open])
  expect(await store.call('b', 'new')).toEqual(settled[1])
  expect((await store.settings()).providers).toEqual([sampleProvider('p')])
  expect((await store.pending('a')).approvals).toEqual([asked])
  expect((await storage.workspaces.load('w-a')).map(({ path }) => path)).toEqual(['/workspace/a.txt'])
  // What is new works on what is old.
  expect(await store.rules()).toEqual({ rules: [], corrupt: [] })
  expect((await store.pastPlans(9)).map(({ sessionId, plan }) => [sessionId, plan.callId])).toEqual([
    ['b', 'new'],
    ['a', 'old'],
  ])
  await store.addRule(sampleRule('r'))
  await store.acceptRuleFile({ workspaceId: 'w-a', digest: 'd', text: '', at: 1 })
  storage.close()
})

test('an upgraded database has the same shape as a new one', async () => {
  const upgraded = await oldDatabase({})
  const fresh = `migration-${crypto.randomUUID()}`
  used.push(fresh)
  for (const databaseName of [upgraded, fresh]) (await openStorage({ databaseName })).close()
  const shape = await shapeIn(fresh)
  expect(await shapeIn(upgraded)).toEqual(shape)
  const table = STORE_NAMES.map((name) => [name, Object.keys(shapeOf(name).indexes ?? {}).toSorted()])
  expect(shape).toEqual({ version: DATABASE_VERSION, stores: Object.fromEntries(table) })
})

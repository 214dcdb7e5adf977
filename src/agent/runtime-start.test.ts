import { describe, expect, it } from 'vitest'
import { EventBatch, type RuntimeEvent } from '#contracts/events.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'
import { corruptWords } from './corrupt-words.ts'
import { createRuntime } from './runtime.ts'

const PROVIDER: ProviderConfig = {
  id: 'p',
  dialect: 'openai-chat',
  label: 'Mine',
  baseUrl: 'https://x.example/v1',
  keyId: 'key',
  keyHint: 'cdef',
  addedAt: 1,
}

const start = (storage: Storage): NodeRuntime => startNodeRuntime({ model: scriptedModel([]), storage })
const notice = (node: NodeRuntime): Promise<string> =>
  node.until((event) => (event.type === 'notice' ? event.text : undefined))

describe('a start', () => {
  it('on damaged settings keeps providers and their keys, also after the next change', async () => {
    const told: string[] = []
    const onCorrupt = (record: CorruptRecord): void => void told.push(corruptWords(record))
    const storage = memoryStorage('A test keeps nothing.', { onCorrupt })
    await storage.store.updateSettings((settings) => ({ ...settings, providers: [PROVIDER] }))
    await storage.records.write(['settings'], 'strict', async (rows) => {
      await rows.put('settings', { ...Object(await rows.get('settings', 'settings')), defaultMode: 'nonsense' })
    })
    const node = start(storage)
    expect((await node.call('app.state', {})).settings.providers).toEqual([PROVIDER])
    expect(told).toEqual([
      'One of the stored settings cannot be read and starts anew (defaultMode). The others are kept.',
    ])
    await node.call('session.create', { model: { providerId: 'p', modelId: 'm' } })
    expect((await start(storage).call('app.state', {})).settings.providers).toEqual([PROVIDER])
  })

  it('marks what it says of damaged settings, which holds until they are stored anew, and nothing else', async () => {
    const said: RuntimeEvent[] = []
    const runtime = createRuntime(async (corrupt) => {
      corrupt({ store: 'settings', key: 'settings/defaultMode', reason: 'no such mode' })
      corrupt({ store: 'calls', key: 'c1', reason: 'no state' })
      throw new Error('Nothing more is looked at.')
    })
    const told = new Promise<void>((resolve) => {
      runtime.subscribe(0, {
        postMessage(message) {
          const batch = EventBatch.parse(message)
          if (batch.kind === 'events') said.push(...batch.events)
          if (said.length >= 2) resolve()
        },
      })
    })
    await runtime.boot()
    await told
    expect(said.map((event) => (event.type === 'notice' ? [event.text, event.about] : []))).toEqual([
      ['One of the stored settings cannot be read and starts anew (defaultMode). The others are kept.', 'settings'],
      ['The record of one tool call cannot be read: its outcome is unknown.', undefined],
    ])
  })

  it('on a database that takes nothing more says so at once', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const full = {
      kind: 'indexeddb',
      reason: 'There is no room.',
      usageBytes: 1,
      quotaBytes: 1,
      persisted: false,
    } as const
    const node = start({ ...storage, store: { ...storage.store, report: async () => full } })
    expect(await notice(node)).toBe('There is no room.')
  })
})

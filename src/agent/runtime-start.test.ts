import { describe, expect, it } from 'vitest'
import type { ProviderConfig } from '#contracts/models.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'
import { corruptWords } from './corrupt-words.ts'

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

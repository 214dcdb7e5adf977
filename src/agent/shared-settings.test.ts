import { describe, expect, it } from 'vitest'
import { fail } from '#contracts/failure.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { DEFAULT_SETTINGS } from '#contracts/settings.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { openSettings, withFreshSettings } from './shared-settings.ts'

const SAVED = {
  id: null,
  dialect: 'openai-compatible' as const,
  label: 'The lab',
  baseUrl: 'https://p.example/v1',
}
const REQUEST = {
  model: { providerId: 'p', modelId: 'm' },
  system: '',
  messages: [],
  tools: [],
  sessionId: 's',
}

function twoTabs() {
  const storage = memoryStorage('A test keeps nothing.')
  return [0, 1].map(() => startNodeRuntime({ model: scriptedModel([]), storage }))
}

async function last(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta | undefined> {
  let found: ModelDelta | undefined
  for await (const delta of stream) found = delta
  return found
}

describe('the settings of one tab', () => {
  it('keep every change that is made at once', async () => {
    const [tab] = twoTabs()
    await Promise.all([
      tab?.call('settings.update', { theme: 'dark' }),
      tab?.call('provider.save', { ...SAVED, label: 'One' }),
      tab?.call('settings.update', { defaultMode: 'plan' }),
      tab?.call('provider.save', { ...SAVED, label: 'Two' }),
    ])
    const settings = (await tab?.call('app.state', {}))?.settings
    expect({ ...settings, providers: settings?.providers.map(({ label }) => label) }).toEqual({
      providers: ['One', 'Two'],
      defaultModel: null,
      defaultMode: 'plan',
      theme: 'dark',
      relay: null,
      money: DEFAULT_SETTINGS.money,
    })
  })
})

describe('the money of the settings', () => {
  it('keeps every part that is changed at once, whatever each tab knew of the others', async () => {
    const [one, two] = twoTabs()
    await Promise.all([
      one?.call('settings.update', { money: { turnCap: 2 } }),
      one?.call('settings.update', { money: { sessionCap: 10 } }),
      two?.call('settings.update', { money: { currency: 'EUR', perDollar: 0.5 } }),
    ])
    expect((await one?.call('app.state', {}))?.settings.money).toEqual({
      currency: 'EUR',
      perDollar: 0.5,
      turnCap: 1,
      sessionCap: 5,
    })
  })

  it('is left as it was by a change that comes to nothing possible', async () => {
    const [tab] = twoTabs()
    for (const money of [{ perDollar: 0.5 }, { currency: 'EUR' }])
      await expect(tab?.call('settings.update', { money })).rejects.toMatchObject({
        failure: { stage: 'command', kind: 'invalid' },
      })
    expect((await tab?.call('app.state', {}))?.settings.money).toEqual(DEFAULT_SETTINGS.money)
  })
})

describe('the settings of two tabs', () => {
  it('lose no change of each other, and each sees them all when it asks', async () => {
    const tabs = twoTabs()
    const [one, two] = tabs
    // Both have read what is there before either changes it.
    for (const tab of tabs) await tab.call('app.state', {})
    const { providerId } = (await one?.call('provider.save', SAVED)) ?? { providerId: '' }
    const { settings } = (await two?.call('settings.update', { theme: 'dark' })) ?? { settings: null }
    expect(settings?.providers.map(({ id }) => id)).toEqual([providerId])
    await one?.call('settings.update', { defaultMode: 'auto' })
    const seen = await Promise.all(tabs.map(async (tab) => (await tab.call('app.state', {})).settings))
    expect(seen.map(({ theme, defaultMode, providers }) => [theme, defaultMode, providers.length])).toEqual([
      ['dark', 'auto', 1],
      ['dark', 'auto', 1],
    ])
  })

  it('give up a provider that the other tab removed, and tell the page', async () => {
    const [one, two] = twoTabs()
    const { providerId } = (await one?.call('provider.save', SAVED)) ?? { providerId: '' }
    await two?.call('app.state', {})
    await one?.call('provider.remove', { providerId })
    await two?.call('provider.models', { providerId })
    expect(two?.events.filter((event) => event.type === 'settings').map(({ settings }) => settings.providers)).toEqual([
      [expect.objectContaining({ id: providerId })],
      [],
    ])
  })
})

describe('before a request the settings', () => {
  it('are read again', async () => {
    const { store } = memoryStorage('A test keeps nothing.')
    const settings = await openSettings(store, () => {})
    const model = scriptedModel([[{ text: 'Hello.' }]])
    await store.updateSettings((before) => ({ ...before, theme: 'dark' }))
    expect(settings.read()).toEqual(DEFAULT_SETTINGS)
    await last(withFreshSettings(model, settings).stream(REQUEST, new AbortController().signal))
    expect(settings.read()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
  })

  it('stay as they are remembered where storage fails', async () => {
    const { store } = memoryStorage('A test keeps nothing.')
    let fails = false
    const failing = async () => {
      if (fails) throw fail('storage', 'storage-unavailable', 'It is gone.')
      return store.settings()
    }
    const settings = await openSettings({ ...store, settings: failing }, () => {})
    fails = true
    const model = withFreshSettings(scriptedModel([[{ text: 'Hello.' }]]), settings)
    expect((await last(model.stream(REQUEST, new AbortController().signal)))?.type).toBe('finish')
    expect(await model.test(REQUEST.model, new AbortController().signal)).toBe('It answers.')
  })

  it('hold up nobody who stops, however long storage takes', async () => {
    const { store } = memoryStorage('A test keeps nothing.')
    const settings = await openSettings(store, () => {})
    const hanging = { ...settings, refresh: () => new Promise<never>(() => {}) }
    const stop = new AbortController()
    const ended = last(withFreshSettings(scriptedModel([[{ text: 'Hello.' }]]), hanging).stream(REQUEST, stop.signal))
    stop.abort()
    expect(await ended).toMatchObject({ type: 'error', failure: { kind: 'aborted' } })
  })
})

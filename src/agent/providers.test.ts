import { describe, expect, it } from 'vitest'
import type { CommandInput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import { MODEL_TEST_MS } from '#contracts/limits.ts'
import type { ModelInfo, ModelRef } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Vault } from '#contracts/ports/vault.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { manualClock } from '#world/manual-clock.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { deviceVault } from '#world/vault/device-vault.ts'
import { Providers } from './providers.ts'
import { openSettings } from './shared-settings.ts'

const full = fail('storage', 'storage-full', 'There is no room.')
const NOT_ERASED =
  'The old key could not be erased from storage. It stays sealed and unused; clearing the data of this site erases it.'

/** Providers over real storage and a real vault, either of which can be made to fail. */
async function place(model: ModelPort = scriptedModel([])) {
  const storage = memoryStorage('A test keeps nothing.')
  const fails = { settings: false, seal: false, erase: false }
  const store: Store = {
    ...storage.store,
    updateSettings: (change) => (fails.settings ? Promise.reject(full) : storage.store.updateSettings(change)),
  }
  const real = deviceVault(storage.records)
  const vault: Vault = {
    open: (keyId) => real.open(keyId),
    seal: (keyId, secret) => (fails.seal ? Promise.reject(full) : real.seal(keyId, secret)),
    remove: (keyId) => (fails.erase ? Promise.reject(full) : real.remove(keyId)),
  }
  const settings = await openSettings(store, () => {})
  const clock = manualClock()
  const providers = new Providers({ vault, clock }, settings, () => model)
  return {
    clock,
    fails,
    store,
    providers,
    stored: () => storage.store.settings(),
    /** Where the only provider is, and the key that would be sent there. */
    async sends() {
      const [config] = (await storage.store.settings()).providers
      if (config === undefined) return null
      return { to: config.baseUrl, key: config.keyId === null ? null : await real.open(config.keyId) }
    },
    /** How many sealed keys there are. */
    sealed: () =>
      storage.records.read(
        ['secrets'],
        async (rows) => (await rows.list('secrets', { lower: '', upper: '\uffff' })).length,
      ),
  }
}

const entry = (more: Partial<CommandInput<'provider.save'>> = {}): CommandInput<'provider.save'> => ({
  id: null,
  dialect: 'openai-compatible',
  label: 'The lab',
  baseUrl: 'https://old.example/v1',
  key: 'sk-old-key-1111',
  ...more,
})
const MOVED = { baseUrl: 'https://new.example/v1', key: 'sk-new-key-2222' }
const OLD = { to: 'https://old.example/v1', key: 'sk-old-key-1111' }
const NEW = { to: 'https://new.example/v1', key: 'sk-new-key-2222' }

describe('saving a provider', () => {
  it('seals a new key under an id of its own and erases the old one', async () => {
    const { providers, sends, sealed, stored } = await place()
    const { providerId } = await providers.save(entry())
    expect(await sends()).toEqual(OLD)
    const before = (await stored()).providers[0]?.keyId
    expect(await providers.save(entry({ id: providerId, ...MOVED }))).toEqual({ providerId })
    expect(await sends()).toEqual(NEW)
    expect((await stored()).providers[0]?.keyId).not.toBe(before)
    expect(await sealed()).toBe(1)
  })

  it.each(['settings', 'seal'] as const)(
    'leaves the old key with the old address where the %s cannot be stored',
    async (part) => {
      const { providers, sends, sealed, fails } = await place()
      const { providerId } = await providers.save(entry())
      fails[part] = true
      await expect(providers.save(entry({ id: providerId, ...MOVED }))).rejects.toBe(full)
      expect(await sends()).toEqual(OLD)
      expect(providers.config(providerId)?.baseUrl).toBe(OLD.to)
      expect(await sealed()).toBe(1)
    },
  )

  it('never sends the new key to the old address, even where the new key cannot be taken back', async () => {
    const { providers, sends, fails } = await place()
    const { providerId } = await providers.save(entry())
    fails.settings = true
    fails.erase = true
    await expect(providers.save(entry({ id: providerId, ...MOVED }))).rejects.toBe(full)
    expect(await sends()).toEqual(OLD)
  })

  it('says where an old key could not be erased, and uses the new one', async () => {
    const { providers, sends, fails } = await place()
    const { providerId } = await providers.save(entry())
    fails.erase = true
    expect(await providers.save(entry({ id: providerId, ...MOVED }))).toEqual({ providerId, warning: NOT_ERASED })
    expect(await sends()).toEqual(NEW)
  })

  it('keeps the key where none is given, and erases it where it is taken away', async () => {
    const { providers, sends, sealed } = await place()
    const { providerId } = await providers.save(entry())
    const { key: _key, ...same } = entry({ id: providerId, label: 'Renamed' })
    await providers.save(same)
    expect(await sends()).toEqual(OLD)
    await expect(providers.save({ ...same, baseUrl: NEW.to })).rejects.toMatchObject({ failure: { kind: 'invalid' } })
    expect(await sends()).toEqual(OLD)
    await providers.save(entry({ id: providerId, key: null }))
    expect(await sends()).toEqual({ to: OLD.to, key: null })
    expect(await sealed()).toBe(0)
  })

  it('leaves no key behind for a provider that is gone, or for an address or key that is refused', async () => {
    const { providers, sealed, stored } = await place()
    await expect(providers.save(entry({ id: 'gone' }))).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    const bad = [{ baseUrl: 'https://user:pw@host/v1?key=SECRET#x' }, { baseUrl: 'host' }, { key: 'two words' }]
    for (const more of bad)
      await expect(providers.save(entry(more))).rejects.toMatchObject({ failure: { kind: 'invalid' } })
    expect({ sealed: await sealed(), providers: (await stored()).providers }).toEqual({ sealed: 0, providers: [] })
  })

  it('warns of a key that goes over the open network in the clear, and of nothing else', async () => {
    const { providers } = await place()
    const warning = async (baseUrl: string, key: string | null) =>
      (await providers.save(entry({ baseUrl, key }))).warning
    expect(await warning('http://api.example.com/v1', 'sk-1234567890ab')).toMatch(/^The key goes to api\.example\.com/)
    expect(await warning('http://api.example.com/v1', null)).toBeUndefined()
    expect(await warning('http://192.168.0.7/v1', 'sk-1234567890ab')).toBeUndefined()
    expect(await warning('https://api.example.com/v1', 'sk-1234567890ab')).toBeUndefined()
  })
})

describe('removing a provider', () => {
  it('removes its configuration and its key', async () => {
    const { providers, sends, sealed } = await place()
    const { providerId } = await providers.save(entry())
    expect(await providers.remove(providerId)).toEqual({})
    expect(await providers.remove(providerId)).toEqual({})
    expect({ sends: await sends(), sealed: await sealed() }).toEqual({ sends: null, sealed: 0 })
  })

  it('keeps the key with the provider where the settings cannot be stored', async () => {
    const { providers, sends, fails } = await place()
    const { providerId } = await providers.save(entry())
    fails.settings = true
    await expect(providers.remove(providerId)).rejects.toBe(full)
    expect(await sends()).toEqual(OLD)
  })

  it('says where the key could not be erased; nothing leads to it any more', async () => {
    const { providers, sends, fails } = await place()
    const { providerId } = await providers.save(entry())
    fails.erase = true
    expect(await providers.remove(providerId)).toEqual({ warning: NOT_ERASED })
    expect({ sends: await sends(), config: providers.config(providerId) }).toEqual({ sends: null, config: null })
  })
})

describe('the models of a provider', () => {
  const unknown = { contextTokens: null, maxOutputTokens: null, readsImages: null, price: null }
  const named = (id: string): ModelInfo => ({ id, label: id, ...unknown })
  const never = new AbortController().signal
  /** A model port that lists these, one after the other. */
  const lists = (...answers: string[][]): ModelPort => ({
    ...scriptedModel([]),
    models: async () => (answers.shift() ?? []).map(named),
  })
  const ids = async (providers: Providers, id: string) => (await providers.models(id, never)).models.map((m) => m.id)

  it('are asked for once, but for an empty list, which is asked for again', async () => {
    const { providers } = await place(lists([], ['pulled since'], ['another']))
    const { providerId } = await providers.save(entry())
    expect([
      await ids(providers, providerId),
      await ids(providers, providerId),
      await ids(providers, providerId),
    ]).toEqual([[], ['pulled since'], ['pulled since']])
  })

  it.each([
    ['saved here', 'here'],
    ['changed in another tab', 'elsewhere'],
  ])('are asked for again once it was %s', async (_, where) => {
    const { providers, store } = await place(lists(['old'], ['new'], ['newer']))
    const { providerId } = await providers.save(entry())
    expect(await ids(providers, providerId)).toEqual(['old'])
    if (where === 'here') await providers.save(entry({ id: providerId, ...MOVED }))
    else
      await store.updateSettings((settings) => ({
        ...settings,
        providers: settings.providers.map((each) => ({ ...each, baseUrl: MOVED.baseUrl })),
      }))
    expect([await ids(providers, providerId), await ids(providers, providerId)]).toEqual([['new'], ['new']])
  })

  it('that came for an old address after it was changed are not kept for the new one', async () => {
    let answer: (id: string) => void = () => {}
    const late = new Promise<string>((resolve) => (answer = resolve))
    let reach = (): void => {}
    const asked = new Promise<void>((resolve) => (reach = resolve))
    const answers = [late, Promise.resolve('new')]
    const models = async () => {
      reach()
      return [named((await answers.shift()) ?? '')]
    }
    const { providers } = await place({ ...scriptedModel([]), models })
    const { providerId } = await providers.save(entry())
    const first = ids(providers, providerId)
    await asked
    await providers.save(entry({ id: providerId, ...MOVED }))
    answer('old')
    expect([await first, await ids(providers, providerId)]).toEqual([['old'], ['new']])
  })
})

describe('testing a connection', () => {
  const ended = { ok: false, models: [expect.objectContaining({ id: 'scripted' })] }
  /** Providers whose model is asked and says nothing until it is stopped. */
  async function silent() {
    const listed = scriptedModel([])
    let reach = (): void => {}
    const asked = new Promise<void>((resolve) => (reach = resolve))
    const test = (_: ModelRef, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        reach()
        signal.addEventListener('abort', () => reject(fail('model', 'aborted', 'It was stopped.')))
      })
    return { ...(await place({ ...listed, test })), asked }
  }

  it('says what the model answered, and leaves no clock running', async () => {
    const { providers, clock } = await place()
    expect(await providers.test('p', null, new AbortController().signal)).toMatchObject({
      ok: true,
      message: 'It answers.',
    })
    expect(clock.pending()).toBe(0)
  })

  it('comes to an end by itself where the model says nothing', async () => {
    const { providers, clock, asked } = await silent()
    const testing = providers.test('p', null, new AbortController().signal)
    await asked
    await clock.advance(MODEL_TEST_MS)
    expect(await testing).toEqual({
      ...ended,
      message: 'The model did not answer within 60 seconds. Try again, or another model.',
      failure: expect.objectContaining({ kind: 'timeout' }),
    })
  })

  it('ends when it is stopped', async () => {
    const { providers, clock, asked } = await silent()
    const stop = new AbortController()
    const testing = providers.test('p', null, stop.signal)
    await asked
    stop.abort()
    expect(await testing).toEqual({
      ...ended,
      message: 'It was stopped.',
      failure: expect.objectContaining({ kind: 'aborted' }),
    })
    expect(clock.pending()).toBe(0)
  })
})

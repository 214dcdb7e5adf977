import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import { MODEL_TEST_MS } from '#contracts/limits.ts'
import type { ModelInfo, ProviderConfig } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { AgentPorts } from './ports.ts'
import { originOf } from './gate/origin-of.ts'
import { checkedAddress, keyInTheClear } from './provider-address.ts'
import { readFresh, type SettingsAccess } from './shared-settings.ts'

/** The scripted provider of the demos: always there, needs no key (spec PV7). */
export const DEMO_PROVIDER: ProviderConfig = {
  id: 'demo',
  dialect: 'scripted',
  label: 'Demo (scripted)',
  baseUrl: '',
  keyId: null,
  keyHint: '',
  addedAt: 0,
}

/** Configured providers: saving, removing, listing models, testing. Keys go into the vault and nowhere else. */
export class Providers {
  /** What each provider listed, and for which configuration. */
  readonly #models = new Map<string, { readonly place: string; readonly models: ModelInfo[] }>()

  constructor(
    private readonly ports: Pick<AgentPorts, 'vault' | 'clock'>,
    private readonly settings: SettingsAccess,
    private readonly model: () => ModelPort,
  ) {}

  config(providerId: string): ProviderConfig | null {
    if (providerId === DEMO_PROVIDER.id) return DEMO_PROVIDER
    return this.settings.read().providers.find((provider) => provider.id === providerId) ?? null
  }

  /**
   * Adds a provider or changes one. A new key is sealed under an id of its own before anything refers to it, and the
   * old one goes last: at no moment does a configuration stand beside a key that was given for another address.
   */
  async save(input: CommandInput<'provider.save'>): Promise<CommandOutput<'provider.save'>> {
    const baseUrl = checkedAddress(input.baseUrl)
    const key = input.key === undefined || input.key === null ? null : checkedKey(input.key)
    const id = input.id ?? this.ports.clock.newId()
    const fresh = key === null ? null : { keyId: `key-${this.ports.clock.newId()}`, keyHint: hintOf(key) }
    if (key !== null && fresh !== null) await this.ports.vault.seal(fresh.keyId, key)
    let before: string | null = null
    let after: string | null = null
    try {
      await this.settings.update((settings) => {
        const known = input.id === null ? undefined : settings.providers.find((provider) => provider.id === id)
        if (input.id !== null && known === undefined)
          throw fail('command', 'not-found', 'That provider has been removed. Add it again.')
        if (input.key === undefined) refuseOtherHost(known, baseUrl)
        const kept = input.key === undefined && known !== undefined ? known : { keyId: null, keyHint: '' }
        const { keyId, keyHint } = fresh ?? kept
        before = known?.keyId ?? null
        after = keyId
        const config: ProviderConfig = {
          id,
          dialect: input.dialect,
          label: input.label.trim(),
          baseUrl,
          keyId,
          keyHint,
          addedAt: known?.addedAt ?? this.ports.clock.now(),
        }
        const providers =
          known === undefined
            ? [...settings.providers, config]
            : settings.providers.map((provider) => (provider.id === id ? config : provider))
        return { ...settings, providers }
      })
    } catch (error) {
      if (fresh !== null) await this.#erase(fresh.keyId)
      throw error
    }
    this.#models.delete(id)
    const erased = before === null || before === after || (await this.#erase(before))
    const warning = erased ? (after === null ? undefined : keyInTheClear(baseUrl)) : NOT_ERASED
    return { providerId: id, ...(warning === undefined ? {} : { warning }) }
  }

  /** Removes a provider, then its key: a failure in between leaves a sealed key that nothing refers to. */
  async remove(providerId: string): Promise<CommandOutput<'provider.remove'>> {
    let keyId: string | null = null
    await this.settings.update((settings) => {
      keyId = settings.providers.find((provider) => provider.id === providerId)?.keyId ?? null
      return {
        ...settings,
        defaultModel: settings.defaultModel?.providerId === providerId ? null : settings.defaultModel,
        providers: settings.providers.filter((provider) => provider.id !== providerId),
      }
    })
    this.#models.delete(providerId)
    return keyId === null || (await this.#erase(keyId)) ? {} : { warning: NOT_ERASED }
  }

  /** False where storage refused: the key stays sealed under an id that is written down nowhere else. */
  async #erase(keyId: string): Promise<boolean> {
    try {
      await this.ports.vault.remove(keyId)
      return true
    } catch {
      return false
    }
  }

  /** The models on offer, kept until the provider changes or is tested. A failure is part of the answer. */
  async models(providerId: string, signal: AbortSignal): Promise<CommandOutput<'provider.models'>> {
    // Another tab may have changed it: what it listed at its old address is then no answer.
    await readFresh(this.settings, signal)
    const place = placeOf(this.config(providerId))
    const kept = this.#models.get(providerId)
    if (kept?.place === place) return { models: kept.models }
    try {
      const models = await this.model().models(providerId, signal)
      // An empty list is asked for again: a server at home lists what has been pulled by then.
      if (models.length > 0) this.#models.set(providerId, { place, models })
      return { models }
    } catch (error) {
      return { models: [], failure: toFailure(error, 'model') }
    }
  }

  /**
   * "Test connection": the model list where there is one, then the smallest real request. Each has a bound of its own,
   * so that the whole comes to an end also where nobody stops it.
   */
  async test(providerId: string, modelId: string | null, signal: AbortSignal): Promise<CommandOutput<'provider.test'>> {
    this.#models.delete(providerId)
    const listed = await this.models(providerId, signal)
    if (listed.failure !== undefined && modelId === null)
      return { ok: false, message: listed.failure.message, failure: listed.failure, models: [] }
    const chosen = modelId ?? listed.models[0]?.id
    if (chosen === undefined) {
      return {
        ok: false,
        message: 'It answered, but lists no models. Type the id of one in the model box and test again.',
        models: [],
      }
    }
    const bound = new AbortController()
    const callOff = this.ports.clock.after(MODEL_TEST_MS, () => bound.abort())
    try {
      const model = { providerId, modelId: chosen }
      const message = await this.model().test(model, AbortSignal.any([signal, bound.signal]))
      return { ok: true, message, models: listed.models }
    } catch (error) {
      const failure = bound.signal.aborted && !signal.aborted ? TOO_SLOW : toFailure(error, 'model')
      return { ok: false, message: failure.message, failure, models: listed.models }
    } finally {
      callOff()
    }
  }
}

const TOO_SLOW: Failure = {
  stage: 'model',
  kind: 'timeout',
  message: `The model did not answer within ${MODEL_TEST_MS / 1_000} seconds. Try again, or another model.`,
  retryable: true,
}

const NOT_ERASED =
  'The old key could not be erased from storage. It stays sealed and unused; clearing the data of this site erases it.'

/** What a model list depends on. Each key has an id of its own. */
function placeOf(config: ProviderConfig | null): string {
  return JSON.stringify(config === null ? null : [config.dialect, config.baseUrl, config.keyId])
}

function checkedKey(text: string): string {
  const key = text.trim()
  if (!/^[\x21-\x7e]+$/.test(key))
    throw fail('command', 'invalid', 'The key holds spaces or letters that no key has. Copy it again.')
  return key
}

function hintOf(key: string): string {
  return key.length >= 12 ? key.slice(-4) : ''
}

/** A key is bound to the address it was given for: sending it elsewhere has to be said by entering it again. */
function refuseOtherHost(known: ProviderConfig | undefined, baseUrl: string): void {
  if (known === undefined || known.keyId === null || originOf(known.baseUrl) === originOf(baseUrl)) return
  throw fail(
    'command',
    'invalid',
    'The address is on another host than before. Enter the key again, so that it is not sent there by accident.',
  )
}

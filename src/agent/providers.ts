import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail, toFailure } from '#contracts/failure.ts'
import type { ModelInfo, ProviderConfig } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Settings } from '#contracts/settings.ts'
import type { AgentPorts } from './ports.ts'

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

/** What one run of the settings needs to keep. */
export interface SettingsAccess {
  read(): Settings
  write(settings: Settings): Promise<void>
}

/** Configured providers: saving, removing, listing models, testing. Keys go into the vault and nowhere else. */
export class Providers {
  readonly #models = new Map<string, ModelInfo[]>()

  constructor(
    private readonly ports: AgentPorts,
    private readonly settings: SettingsAccess,
    private readonly model: () => ModelPort,
  ) {}

  config(providerId: string): ProviderConfig | null {
    if (providerId === DEMO_PROVIDER.id) return DEMO_PROVIDER
    return this.settings.read().providers.find((provider) => provider.id === providerId) ?? null
  }

  async save(input: CommandInput<'provider.save'>): Promise<CommandOutput<'provider.save'>> {
    const settings = this.settings.read()
    const known = input.id === null ? undefined : settings.providers.find((provider) => provider.id === input.id)
    if (input.id !== null && known === undefined)
      throw fail('command', 'not-found', 'That provider has been removed. Add it again.')
    const id = known?.id ?? this.ports.clock.newId()
    const baseUrl = checkedUrl(input.baseUrl)
    let keyId = known?.keyId ?? null
    let keyHint = known?.keyHint ?? ''
    // A key is bound to the address it was given for: sending it elsewhere has to be said by entering it again.
    if (
      input.key === undefined &&
      known !== undefined &&
      keyId !== null &&
      originOf(known.baseUrl) !== originOf(baseUrl)
    ) {
      throw fail(
        'command',
        'invalid',
        'The address is on another host than before. Enter the key again, so that it is not sent there by accident.',
      )
    }
    if (input.key === null && keyId !== null) {
      await this.ports.vault.remove(keyId)
      keyId = null
      keyHint = ''
    } else if (typeof input.key === 'string') {
      const key = input.key.trim()
      if (!/^[\x21-\x7e]+$/.test(key))
        throw fail('command', 'invalid', 'The key holds spaces or letters that no key has. Copy it again.')
      keyId = `provider-${id}`
      await this.ports.vault.seal(keyId, key)
      keyHint = key.length >= 12 ? key.slice(-4) : ''
    }
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
    await this.settings.write({ ...settings, providers })
    this.#models.delete(id)
    return { providerId: id }
  }

  async remove(providerId: string): Promise<void> {
    const settings = this.settings.read()
    const known = settings.providers.find((provider) => provider.id === providerId)
    if (known === undefined) return
    if (known.keyId !== null) await this.ports.vault.remove(known.keyId)
    const defaultModel = settings.defaultModel?.providerId === providerId ? null : settings.defaultModel
    await this.settings.write({
      ...settings,
      defaultModel,
      providers: settings.providers.filter((provider) => provider.id !== providerId),
    })
    this.#models.delete(providerId)
  }

  async models(providerId: string, signal: AbortSignal): Promise<CommandOutput<'provider.models'>> {
    const kept = this.#models.get(providerId)
    if (kept !== undefined) return { models: kept }
    try {
      const models = await this.model().models(providerId, signal)
      this.#models.set(providerId, models)
      return { models }
    } catch (error) {
      return { models: [], failure: toFailure(error, 'model') }
    }
  }

  /** "Test connection": the model list where there is one, then the smallest real request. */
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
    try {
      const message = await this.model().test({ providerId, modelId: chosen }, signal)
      return { ok: true, message, models: listed.models }
    } catch (error) {
      const failure = toFailure(error, 'model')
      return { ok: false, message: failure.message, failure, models: listed.models }
    }
  }
}

function checkedUrl(text: string): string {
  const trimmed = text.trim().replace(/\/+$/, '')
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    throw fail('command', 'invalid', 'The address is not a URL. It looks like https://api.example.com/v1')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw fail('command', 'invalid', 'The address must begin with https:// (or http:// for a server on this computer).')
  return trimmed
}

function originOf(text: string): string {
  try {
    return new URL(text).origin
  } catch {
    return ''
  }
}

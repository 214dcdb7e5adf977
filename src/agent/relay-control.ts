import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail, toFailure } from '#contracts/failure.ts'
import type { WebPort } from '#contracts/ports/web.ts'
import { hostKind } from './gate/outbound.ts'
import type { AgentPorts } from './ports.ts'
import { checkedAddress } from './provider-address.ts'
import type { SettingsAccess } from './shared-settings.ts'

/** The user's fetch relay: turning it on and off, and handing its address and token to whoever reads a page. */
export class RelayControl {
  /** What pages are read through; undefined where this run cannot reach the network. */
  readonly web: WebPort | undefined

  constructor(
    private readonly ports: Pick<AgentPorts, 'vault' | 'clock' | 'createWeb'>,
    private readonly settings: SettingsAccess,
  ) {
    this.web = ports.createWeb?.(() => this.access())
  }

  /** The relay as it is set now, with its token from the vault; null while it is off. Throws `FailureError` (`bad-key`). */
  async access(): Promise<{ url: string; token: string } | null> {
    const { relay } = await this.settings.refresh()
    return relay === null ? null : { url: relay.url, token: await this.ports.vault.open(relay.tokenId) }
  }

  /** A new token is sealed before anything refers to it, and the old one goes last, as with a provider's key. */
  async save(input: CommandInput<'relay.save'>): Promise<void> {
    const url = checkedAddress(input.url)
    const { protocol, hostname } = new URL(url)
    const isHere = hostname === 'localhost' || hostKind(hostname)?.family === 'loopback'
    if (protocol !== 'https:' && !isHere)
      throw fail(
        'command',
        'invalid',
        'A relay elsewhere than on this computer needs an https address: the token travels to it.',
      )
    const token = input.token?.trim()
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw fail('command', 'invalid', 'That is not a token. Copy the one that the relay printed when it was started.')
    const fresh = token === undefined ? null : `relay-${this.ports.clock.newId()}`
    if (token !== undefined && fresh !== null) await this.ports.vault.seal(fresh, token)
    let old: string | null = null
    try {
      await this.settings.update((settings) => {
        const kept = settings.relay?.url === url ? settings.relay.tokenId : null
        const tokenId = fresh ?? kept
        // A token goes to the relay that it was entered for, and to no other.
        if (tokenId === null)
          throw fail('command', 'invalid', 'Enter the token that the relay at this address printed.')
        old = settings.relay?.tokenId ?? null
        return { ...settings, relay: { url, tokenId } }
      })
    } catch (error) {
      if (fresh !== null) await this.#erase(fresh)
      throw error
    }
    if (old !== null && fresh !== null) await this.#erase(old)
  }

  /** Turns it off, then erases its token. */
  async remove(): Promise<void> {
    let tokenId: string | null = null
    await this.settings.update((settings) => {
      tokenId = settings.relay?.tokenId ?? null
      return { ...settings, relay: null }
    })
    if (tokenId !== null) await this.#erase(tokenId)
  }

  async test(signal: AbortSignal): Promise<CommandOutput<'relay.test'>> {
    try {
      const relay = await this.access()
      if (relay === null || this.web === undefined) return { ok: false, message: 'The relay is turned off.' }
      await this.web.greet(relay, signal)
      return { ok: true, message: `The relay at ${relay.url} answers and takes the token.` }
    } catch (error) {
      return { ok: false, message: toFailure(error, 'command').message }
    }
  }

  /** Where storage refuses, it stays sealed under an id that nothing refers to. */
  async #erase(tokenId: string): Promise<void> {
    try {
      await this.ports.vault.remove(tokenId)
    } catch {
      // Nothing refers to it any more; a relay's token is worthless once the relay is started anew.
    }
  }
}

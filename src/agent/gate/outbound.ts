import type { PlannedCall } from '#contracts/calls.ts'
import { ADDRESS_MAX_CHARS } from '#contracts/limits.ts'
import type { AddressGuard, AddressVerdict, ConfiguredGuard, ResolvedVerdict } from '#contracts/ports/web.ts'
import { nameKind } from './outbound-names.ts'
import { isReadingPort } from './outbound-ports.ts'
import { parseV4, parseV6, v4Kind, v6Kind, type HostKind } from './outbound-ranges.ts'

/**
 * What an address is wanted for. `read`: a page for the agent, `https` on the public internet only. `configured`: the
 * origin that the user entered as a provider, MCP server or relay, wherever it is, and no other (spec WB3).
 */
export type AddressUse = 'read' | { readonly configured: string }

// White space, control and format characters, halves of pairs, backslashes: the parser drops or rewrites them, so what
// is shown would not be what is asked.
const DISGUISE = /[\s\\\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
const ONLY_PUBLIC = 'Only sites on the public internet are read.'

/**
 * The outbound guard: whether this address may be connected to, and as which URL (spec WB3). It judges the host that
 * the URL parser comes to, so every notation of an address ends at the same range; and it refuses text that the parser
 * would change in silence. Pure, bounded, never throws.
 */
export function checkAddress(address: string, use: AddressUse): AddressVerdict {
  try {
    if (typeof address !== 'string' || address === '') return refused('There is no address.')
    if (address.length >= ADDRESS_MAX_CHARS)
      return refused(`The address has ${address.length} characters; at most ${ADDRESS_MAX_CHARS - 1} are read.`)
    if (DISGUISE.test(address))
      return refused(
        'The address has white space, a control character or a backslash in it. Write it without, or escape it with %.',
      )
    return use === 'read' ? checkReading(address) : checkConfigured(address, use.configured)
  } catch {
    // Nothing above is known to throw; a guard that did must still not let anything pass.
    return refused('The address could not be judged.')
  }
}

function checkReading(address: string): AddressVerdict {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== 'https')
    return refused(`Only https addresses are read, and this one is ${scheme}.`)
  const authority = /^https:\/\/([^/?#]+)/i.exec(address)?.[1]
  if (authority === undefined || !URL.canParse(address))
    return refused('The address is not a whole https URL. It looks like https://example.com/page')
  if (authority.includes('@')) return refused('The address has a name or password before the @. Leave that out.')
  if (authority.includes('%')) return refused('The host of the address is written with % escapes. Write it as it is.')
  const url = new URL(address)
  const href = withoutFragment(url.href)
  if (href.length >= ADDRESS_MAX_CHARS) return refused('The address is too long once it is written out.')
  const host = url.hostname
  const typed = authority.replace(/:\d*$/, '').toLowerCase()
  const kind = hostKind(host)
  if (kind !== null) return refused(`${host} is ${kind.words}. ${ONLY_PUBLIC}`)
  if (host.endsWith('.')) return refused('The host ends with a dot. Write it without.')
  if (!isPlain(typed, host))
    return refused(`The host is written so that it hides what it is: the browser reads it as ${host}.`)
  if (url.port !== '' && !isReadingPort(Number(url.port)))
    return refused(`Port ${url.port} is not one that pages are read from.`)
  return { allowed: true, url: href, host }
}

function checkConfigured(address: string, configured: string): AddressVerdict {
  if (!URL.canParse(address) || !URL.canParse(configured)) return refused('The address is not a whole URL.')
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('The address is neither https nor http.')
  if (url.username !== '' || url.password !== '') return refused('The address has a name or password before the @.')
  if (url.origin !== new URL(configured).origin)
    return refused(`The address is not at ${new URL(configured).origin}, which is what was entered in the settings.`)
  return { allowed: true, url: withoutFragment(url.href), host: url.hostname }
}

/**
 * Whether everything that a name resolves to may be connected to. No address, one that cannot be read, or a single
 * private one among public ones refuses all: which of them a connection takes is not ours to choose. Never throws.
 */
export function checkResolved(addresses: readonly string[], host: string): ResolvedVerdict {
  if (!Array.isArray(addresses) || addresses.length === 0)
    return refused(`${host} does not resolve to any address. Check how it is written.`)
  for (const address of addresses) {
    const kind = literalKind(String(address))
    if (kind === undefined) return refused(`${host} resolves to something that is not an address.`)
    if (kind !== null) return refused(`${host} resolves to ${address}, which is ${kind.words}. ${ONLY_PUBLIC}`)
  }
  return { allowed: true, addresses: [...addresses] }
}

/** What a host is, where it is none of the public internet. `hostname` as the URL parser writes it. */
export function hostKind(hostname: string): HostKind | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const literal = literalKind(bare)
  return literal === undefined ? nameKind(hostname.replace(/\.$/, '')) : literal
}

/** Why a planned call that connects somewhere is refused before anybody is asked; null where it is not. */
export function outboundRefusal(plan: Pick<PlannedCall, 'target'>): string | null {
  if (plan.target.kind !== 'address') return null
  const verdict = checkAddress(plan.target.value, 'read')
  return verdict.allowed ? null : verdict.reason
}

/** The guard as whoever reads pages is given it. */
export const READING_GUARD: AddressGuard = {
  checkAddress: (url) => checkAddress(url, 'read'),
  checkResolved,
}

/** The guard as whoever asks a provider or the relay is given it. */
export const CONFIGURED_GUARD: ConfiguredGuard = (url, configured) => checkAddress(url, { configured })

/** Undefined for what is no literal address; null for a public one. */
function literalKind(text: string): HostKind | null | undefined {
  const v4 = parseV4(text)
  if (v4 !== null) return v4Kind(v4)
  if (!text.includes(':')) return undefined
  const v6 = parseV6(text)
  return v6 === null ? undefined : v6Kind(v6)
}

/** Whether the host as it was typed is the host that it is read as, but for letter case and international names. */
function isPlain(typed: string, host: string): boolean {
  if (host.startsWith('[')) return parseV6(typed.slice(1, -1)) !== null
  // A number in another notation, full-width letters, soft hyphens: all of them become something else than what is seen.
  const isAscii = /^[\x21-\x7e]*$/.test(typed)
  if (isAscii ? typed !== host : !host.split('.').some((label) => label.startsWith('xn--'))) return false
  return host.length <= 253 && host.split('.').every((label) => LABEL.test(label))
}

function withoutFragment(href: string): string {
  const hash = href.indexOf('#')
  return hash === -1 ? href : href.slice(0, hash)
}

function refused(reason: string): { allowed: false; reason: string } {
  return { allowed: false, reason }
}

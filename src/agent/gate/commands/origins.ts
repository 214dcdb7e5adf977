import { parseV6 } from '../outbound-ranges.ts'
import type { Argument } from './argument.ts'

/** Schemes that go through a host; the others, such as `file:` and `data:`, contact nobody. */
const LOCAL = /^(?:file|data|javascript|about|mailto):/iu

/**
 * The origins that an address names, as `URL.origin` writes them: `https://host/path`, `ssh://user@host`,
 * `user@host:path`, `host:port`, `host`. What is no web address stands for its host under both schemes, so that a
 * rule about the host is met whichever it was written with. None where no host is known.
 */
export function originsOf(address: Argument): readonly string[] {
  const written = address.text ?? knownHost(address.prefix)
  if (written === '' || LOCAL.test(written)) return []
  const [, scheme = '', rest = written] =
    /^(?:[a-z][a-z0-9+.-]*::)?([a-z][a-z0-9+.-]*):\/\/(.*)$/isu.exec(written) ?? []
  if (/^https?$/iu.test(scheme)) {
    const origin = webOrigin(`${scheme}://${rest}`)
    return origin === null ? [] : [origin]
  }
  const { host, port } = placeOf(rest)
  if (host === '' || host.startsWith('.')) return []
  const ports = port === '' ? [''] : ['', `:${port}`]
  const origins = ports.flatMap((each) => [webOrigin(`https://${host}${each}`), webOrigin(`http://${host}${each}`)])
  return [...new Set(origins.filter((origin) => origin !== null))]
}

/**
 * True where every program takes the same host out of the address: nothing in front of it that may be a name or the host
 * itself (`https://a\\@b`), no pattern (`https://{a,b}`) and no escape.
 */
export function namesOrigin({ text, prefix }: Argument): boolean {
  const host = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)/iu.exec(text ?? prefix)?.[0]
  // Of a word that goes on, the host has to end within what is known.
  return host !== undefined && (text !== null || host.length < prefix.length) && URL.canParse(host)
}

/**
 * True where a word is certainly an address, whatever the program may take it for: it has a scheme, a user and a path
 * (`user@host:path`), or a number that nothing but a host is written as. Any other word is a host by guess only.
 */
export function isAddress({ prefix }: Argument): boolean {
  return prefix.includes('://') || /^[^/@:]*@(?:\[[^\]]*\]|[^/:]+):/u.test(prefix) || isNumber(placeOf(prefix).host)
}

/** Addresses of IPv6, of IPv4 with all of its four parts or none of its dots, and those of this computer. */
function isNumber(host: string): boolean {
  if (host.startsWith('[')) return true
  return /^(?:(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){3}|0x[\da-f]{6,8}|\d{8,10}|127(?:\.\d+){1,2})\.?$/iu.test(host)
}

/** Host and port of an address without its scheme. */
function placeOf(address: string): { readonly host: string; readonly port: string } {
  const place = address.replace(/^[^/@]*@/u, '')
  const bare = place.replace(/%.*$/su, '')
  if (parseV6(bare) !== null) return { host: `[${bare}]`, port: '' }
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:/?#]*)(?::(\d+)(?=$|[/?#:]))?/u.exec(place) ?? []
  return { host, port }
}

/** The part of a known beginning that holds a whole host; '' where the host may go on. */
function knownHost(prefix: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/:]+[/:]/iu.test(prefix) ? prefix : ''
}

function webOrigin(text: string): string | null {
  try {
    return new URL(text).origin
  } catch {
    // No host has such a name.
    return null
  }
}

/** The addresses in a word, wherever they stand in it: `--registry=https://host/`, `git+ssh://host/x`. */
export function addressesIn(text: string): readonly string[] {
  return text.match(/[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/giu) ?? []
}

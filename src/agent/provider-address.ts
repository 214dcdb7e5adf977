import { fail, type FailureError } from '#contracts/failure.ts'
import { hostKind } from './gate/outbound.ts'

/**
 * The address of a provider as it is stored: http or https, host and path, without a slash at the end. A name, a
 * password, a query or a fragment is refused, because such a part is shown and sent where a key must not be.
 */
export function checkedAddress(text: string): string {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) throw invalid('The address is not a URL. It looks like https://api.example.com/v1')
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalid('The address must begin with https:// (or http:// for a server on this computer).')
  if (url.username !== '' || url.password !== '')
    throw invalid('The address holds a name or password before the @. Leave that out and enter the key as the key.')
  // Looked for in the text too: a bare "?" or "#" leaves the parsed parts empty, but would end the path.
  if (/[?#]/.test(trimmed))
    throw invalid('The address must end with its path. Leave out everything from the first "?" or "#" on.')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** Why a key is not safe on its way to this address; undefined where it is, or where the way is short. */
export function keyInTheClear(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, host } = new URL(address)
  if (protocol !== 'http:' || isNear(hostname)) return undefined
  return `The key goes to ${host} unencrypted, so everyone on the way can read it. Use an https address if there is one.`
}

/** This computer and the network it stands in: loopback, private and link-local addresses, names of local networks. */
function isNear(hostname: string): boolean {
  return NEAR.has(hostKind(hostname)?.family ?? '')
}

const NEAR: ReadonlySet<string> = new Set(['loopback', 'private', 'link-local', 'local-name'])

function invalid(message: string): FailureError {
  return fail('command', 'invalid', message)
}

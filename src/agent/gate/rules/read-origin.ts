import { originOf } from '../origin-of.ts'

/**
 * Reads what a person wrote as an origin: `https://example.com`, `https://*.example.com`, or the same without
 * its scheme. Returns it as it is stored.
 * @throws Error with a sentence where it is more or less than an origin
 */
export function readOrigin(text: string): string {
  const typed = text.trim()
  const whole = /^[a-z][a-z0-9+.-]*:/iu.test(typed) && !/^[^/]*:\d+(?:\/|$)/u.test(typed) ? typed : `https://${typed}`
  const wildcard = /^(https?:\/\/)\*\.(.+)$/iu.exec(whole)
  const plain = wildcard === null ? whole : `${wildcard[1] ?? ''}${wildcard[2] ?? ''}`
  const origin = plain.includes('*') ? null : originOf(plain)
  if (origin === null)
    throw new Error('Write an origin such as https://example.com, or https://*.example.com for its subdomains.')
  const url = new URL(plain)
  if (url.pathname !== '/' || url.search !== '' || url.username !== '' || plain.includes('#'))
    throw new Error('An origin is scheme, host and port alone: leave out the path, the query and the name before @.')
  if (wildcard === null) return origin
  const host = origin.slice(origin.indexOf('//') + 2)
  if (!/\.[^.]+$/u.test(host) || /^[\d.]+(?::\d+)?$/u.test(host) || host.startsWith('['))
    throw new Error('After *. there must be a domain with at least two parts, such as *.example.com.')
  return origin.replace('//', '//*.')
}

/** True where `origin` (as `originOf` writes it) is the stored one, or below its wildcard. */
export function matchesOrigin(stored: string, origin: string): boolean {
  const wildcard = /^(https?:\/\/)\*(\..+)$/u.exec(stored)
  if (wildcard === null) return stored === origin
  const [, scheme = '', tail = ''] = wildcard
  return origin.startsWith(scheme) && origin.endsWith(tail) && origin.length > scheme.length + tail.length
}

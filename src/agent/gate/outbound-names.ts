import { parseV4, v4Kind, type HostKind } from './outbound-ranges.ts'

const LOCAL: HostKind = { family: 'local-name', words: 'a name of this computer or of a local network' }
const NOWHERE: HostKind = { family: 'local-name', words: 'a name that does not exist on the public internet' }
const METADATA: HostKind = { family: 'metadata', words: 'a service that cloud hosts keep their credentials in' }
const SPELLED: HostKind = { family: 'spelled', words: 'a name that can stand for any private address' }

/** Last labels that the public internet does not have: reserved ones (RFC 2606, 6761, 6762, 7686, 8375) and usual private ones. */
const LOCAL_ENDINGS: ReadonlyMap<string, HostKind> = new Map<string, HostKind>([
  ...[
    'localhost',
    'local',
    'localdomain',
    'internal',
    'lan',
    'home',
    'corp',
    'intranet',
    'intra',
    'private',
    'priv',
    'mail',
    'workgroup',
    'domain',
    'router',
    'gateway',
    'svc',
    'consul',
    'docker',
    'ip',
    'arpa',
  ].map((name) => [name, LOCAL] as const),
  ...['test', 'example', 'invalid', 'onion', 'i2p', 'alt', 'bit'].map((name) => [name, NOWHERE] as const),
])

/** Public names that lead to this computer, to the router, or to whatever address is written before them. */
const ZONES: ReadonlyMap<string, HostKind> = new Map<string, HostKind>([
  ...[
    'nip.io',
    'sslip.io',
    'xip.io',
    'xip.name',
    'ip6.name',
    'backname.io',
    'traefik.me',
    'localtest.me',
    'lvh.me',
    'vcap.me',
    'fuf.me',
    'local.gd',
    'localho.st',
    'lacolhost.com',
    'smackaho.st',
    'local-ip.sh',
    'localcert.net',
    'plex.direct',
    '1u.ms',
    'rbndr.us',
    'rebind.network',
  ].map((name) => [name, SPELLED] as const),
  ...[
    'fritz.box',
    'easy.box',
    'giga.cube',
    'routerlogin.net',
    'routerlogin.com',
    'orbilogin.com',
    'tplinkwifi.net',
    'tplinkmodem.net',
    'tplinklogin.net',
    'router.asus.com',
    'asusrouter.com',
    'miwifi.com',
  ].map((name) => [name, LOCAL] as const),
  ...[
    'metadata.goog',
    'metadata.tencentyun.com',
    'metadata.packet.net',
    'metadata.platformequinix.com',
    'metadata.azure.com',
  ].map((name) => [name, METADATA] as const),
])

/** Families that a name which spells out an address is refused for; other numbers in a name are versions and dates. */
const SPELLED_FAMILIES: ReadonlySet<string> = new Set(['loopback', 'private', 'link-local', 'carrier-nat'])

/**
 * What a host name is, where it cannot be one of the public internet. `name` as the URL parser writes it, without a dot
 * at its end. A name can still lead to a private address; only a resolver can tell.
 */
export function nameKind(name: string): HostKind | null {
  const labels = name.split('.')
  const ending = labels.at(-1) ?? ''
  if (labels.length < 2) return LOCAL
  const local = LOCAL_ENDINGS.get(ending)
  if (local !== undefined) return /(^|\.)metadata\./.test(name) ? METADATA : local
  for (let from = 0; from < labels.length - 1; from += 1) {
    const zone = ZONES.get(labels.slice(from).join('.'))
    if (zone !== undefined) return zone
  }
  return spellsPrivate(name) ? SPELLED : null
}

/** True for a name with a private address in it, as services that answer for any address are given one. */
function spellsPrivate(name: string): boolean {
  for (const [, quad = ''] of name.matchAll(/(?<![^.-])(?=(\d{1,3}(?:[.-]\d{1,3}){3})(?![^.-]))/g)) {
    const bytes = parseV4(quad.replaceAll('-', '.'))
    if (bytes !== null && SPELLED_FAMILIES.has(v4Kind(bytes)?.family ?? '')) return true
  }
  return false
}

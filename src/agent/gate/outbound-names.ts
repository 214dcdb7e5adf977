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
    'localnet',
    'openstacklocal',
    'pvt',
    'belkin',
    'dlink',
    'cpe',
  ].map((name) => [name, LOCAL] as const),
  ...['test', 'example', 'invalid', 'onion', 'i2p', 'alt', 'bit'].map((name) => [name, NOWHERE] as const),
])

/**
 * Public names that lead to this computer, to the router, or to whatever address is written before them, with all that lies
 * below. Sources: the documents of what answers for each, and the lists of such names that developers and security people
 * keep. A name that is missing here is left to the resolver (`checkResolved`).
 */
const ZONES: ReadonlyMap<string, HostKind> = new Map<string, HostKind>([
  // Any address that is written into the name, with dots, dashes or in hexadecimal.
  ...zones(
    SPELLED,
    'nip.io sslip.io xip.io xip.name ip6.name backname.io traefik.me local-ip.sh local-ip.co plex.direct',
  ),
  ...zones(SPELLED, 'myunraid.net direct.quickconnect.to ui.direct remotewd.com localcert.net localhostcert.net'),
  // The same, and another one a moment later.
  ...zones(SPELLED, '1u.ms rbndr.us rebind.network'),
  // This computer, for whoever develops on it.
  ...zones(
    LOCAL,
    'localtest.me lvh.me vcap.me fuf.me lacolhost.com smackaho.st localho.st local.gd localdev.me devd.io',
  ),
  ...zones(LOCAL, 'lcl.host ddev.site lndo.site docksal.site localhost.direct localhost.localstack.cloud backloop.dev'),
  ...zones(LOCAL, 'localhost.tv localhst.co.uk 127-0-0-1.org.uk 42foo.com fbi.com localmachine.info localmachine.name'),
  ...zones(LOCAL, 'localfabriek.nl local.sisteminha.com localhost.charlesproxy.com'),
  // Computers of one's own network, joined from elsewhere.
  ...zones(LOCAL, 'ts.net beta.tailscale.net attlocal.net'),
  // Routers that answer for their own names.
  ...zones(
    LOCAL,
    'fritz.box easy.box giga.cube routerlogin.net routerlogin.com orbilogin.com mywifiext.net mywifiext.com',
  ),
  ...zones(LOCAL, 'tplinkwifi.net tplinkmodem.net tplinklogin.net tplinkrepeater.net tplinkextender.net mwlogin.net'),
  ...zones(LOCAL, 'router.asus.com asusrouter.com miwifi.com tendawifi.com linksyssmartwifi.com'),
  ...zones(
    METADATA,
    'metadata.goog metadata.tencentyun.com metadata.packet.net metadata.platformequinix.com metadata.azure.com',
  ),
])

function zones(kind: HostKind, names: string): [string, HostKind][] {
  return names.split(' ').map((name) => [name, kind])
}

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

/**
 * True for a name with a private address in it, as services that answer for any address are given one. With dashes a
 * version or a date looks the same: that notation counts below the services that are known for it (`ZONES`) alone.
 */
function spellsPrivate(name: string): boolean {
  for (const [, quad = ''] of name.matchAll(/(?<![^.-])(?=(\d{1,3}(?:\.\d{1,3}){3})(?![^.-]))/g)) {
    const bytes = parseV4(quad)
    if (bytes !== null && SPELLED_FAMILIES.has(v4Kind(bytes)?.family ?? '')) return true
  }
  return false
}

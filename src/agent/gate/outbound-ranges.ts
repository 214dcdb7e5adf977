/** What kind of place an address is, where it is not the public internet. */
export type AddressFamily =
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'carrier-nat'
  | 'metadata'
  | 'unspecified'
  | 'protocol'
  | 'documentation'
  | 'benchmarking'
  | 'multicast'
  | 'reserved'
  | 'transition'
  | 'local-name'
  | 'spelled'

/** Why a host is none of the public internet: its family, and words to follow "it is". */
export interface HostKind {
  readonly family: AddressFamily
  readonly words: string
}

type V4Range = readonly [base: readonly [number, number, number, number], bits: number, kind: HostKind]
type V6Range = readonly [base: readonly number[], bits: number, kind: HostKind]

const kind = (family: AddressFamily, words: string): HostKind => ({ family, words })
const LOOPBACK = kind('loopback', 'this computer itself (loopback)')
const PRIVATE = kind('private', 'a private network (RFC 1918)')
const LINK_LOCAL = kind('link-local', 'the local link, where cloud hosts also keep their credentials')
const METADATA = kind('metadata', 'a service that cloud hosts answer to themselves')
const MULTICAST = kind('multicast', 'a multicast group')
const RESERVED = kind('reserved', 'reserved, and no place on the public internet')
const DOCUMENTATION = kind('documentation', 'set aside for documentation')
const UNSPECIFIED = kind('unspecified', '"this host on this network"')
const PROTOCOL = kind('protocol', 'set aside for network protocols')
const TRANSITION = kind('transition', 'another address in disguise (an IPv6 transition form)')

/** Source: IANA's registry of special-purpose IPv4 addresses, with what is not in it but is nobody's site. */
const V4_RANGES: readonly V4Range[] = [
  [[0, 0, 0, 0], 8, UNSPECIFIED],
  [[10, 0, 0, 0], 8, PRIVATE],
  [[100, 64, 0, 0], 10, kind('carrier-nat', 'inside a carrier network (RFC 6598)')],
  [[127, 0, 0, 0], 8, LOOPBACK],
  [[168, 63, 129, 16], 32, METADATA],
  [[169, 254, 0, 0], 16, LINK_LOCAL],
  [[172, 16, 0, 0], 12, PRIVATE],
  [[192, 0, 0, 0], 24, PROTOCOL],
  [[192, 0, 2, 0], 24, DOCUMENTATION],
  [[192, 31, 196, 0], 24, PROTOCOL],
  [[192, 52, 193, 0], 24, PROTOCOL],
  [[192, 88, 99, 0], 24, TRANSITION],
  [[192, 168, 0, 0], 16, PRIVATE],
  [[192, 175, 48, 0], 24, PROTOCOL],
  [[198, 18, 0, 0], 15, kind('benchmarking', 'set aside for benchmarks')],
  [[198, 51, 100, 0], 24, DOCUMENTATION],
  [[203, 0, 113, 0], 24, DOCUMENTATION],
  [[224, 0, 0, 0], 4, MULTICAST],
  [[240, 0, 0, 0], 4, RESERVED],
]

/** The same for IPv6: what has a name of its own, before "everything but 2000::/3". */
const V6_RANGES: readonly V6Range[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0], 128, UNSPECIFIED],
  [[0, 0, 0, 0, 0, 0, 0, 1], 128, LOOPBACK],
  [[0, 0, 0, 0, 0, 0xffff], 96, TRANSITION],
  [[0, 0, 0, 0, 0xffff, 0], 96, TRANSITION],
  [[0, 0, 0, 0, 0, 0], 96, TRANSITION],
  [[0x64, 0xff9b, 0, 0, 0, 0], 96, TRANSITION],
  [[0x64, 0xff9b, 1], 48, TRANSITION],
  [[0x2001, 0], 32, TRANSITION],
  [[0x2001, 0xdb8], 32, DOCUMENTATION],
  [[0x2001], 23, PROTOCOL],
  [[0x2002], 16, TRANSITION],
  [[0x2620, 0x4f, 0x8000], 48, PROTOCOL],
  [[0x3fff], 20, DOCUMENTATION],
  [[0xfc00], 7, kind('private', 'a private network (IPv6 unique-local)')],
  [[0xfe80], 10, LINK_LOCAL],
  [[0xfec0], 10, kind('private', 'a private network (IPv6 site-local)')],
  [[0xff00], 8, MULTICAST],
]

/** Four numbers of a dotted quad in its one plain notation; null for any other text. */
export function parseV4(text: string): readonly number[] | null {
  const found = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/.exec(text)
  if (found === null) return null
  const bytes = found.slice(1).map(Number)
  return bytes.every((byte) => byte < 256) ? bytes : null
}

/** Eight groups of an IPv6 address in any notation, without brackets; null for any other text and for one with a zone. */
export function parseV6(text: string): readonly number[] | null {
  if (text.length > 64 || !/^[0-9a-fA-F:.]+$/.test(text) || !URL.canParse(`https://[${text}]/`)) return null
  // The parser writes it in hexadecimal with at most one "::", whatever it was before.
  const [before = '', after] = new URL(`https://[${text}]/`).hostname.slice(1, -1).split('::')
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const head = groups(before)
  if (after === undefined) return head
  const tail = groups(after)
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

/** What an IPv4 address is, where it is no public one. */
export function v4Kind(bytes: readonly number[]): HostKind | null {
  return V4_RANGES.find(([base, bits]) => sharesPrefix(bytes, base, bits, 8))?.[2] ?? null
}

/** What an IPv6 address is, where it is no public one. Only 2000::/3 is given out to sites. */
export function v6Kind(groups: readonly number[]): HostKind | null {
  const named = V6_RANGES.find(([base, bits]) => sharesPrefix(groups, base, bits, 16))
  if (named !== undefined) return named[2]
  if (!sharesPrefix(groups, [0x2000], 3, 16)) return RESERVED
  // ISATAP carries an IPv4 address in the last two groups, below any prefix.
  const [, , , , flag = 0, marker, high = 0, low = 0] = groups
  const isatap = (flag & 0xfcff) === 0 && marker === 0x5efe
  return isatap && v4Kind([high >> 8, high & 255, low >> 8, low & 255]) !== null ? TRANSITION : null
}

function sharesPrefix(parts: readonly number[], base: readonly number[], bits: number, width: 8 | 16): boolean {
  for (let index = 0, left = bits; left > 0; index += 1, left -= width) {
    const spare = Math.max(0, width - left)
    if ((parts[index] ?? -1) >> spare !== (base[index] ?? 0) >> spare) return false
  }
  return true
}

/**
 * One entry of a tar archive. `link` is where a symbolic link leads, or for a second name of a file (`same`) the name
 * that the file has in the archive. `other` is what does not exist here: devices, pipes.
 */
export interface TarEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'link' | 'same' | 'other'
  readonly bytes: Uint8Array
  readonly mode: number
  readonly modifiedAt: number
  readonly link: string
}

const BLOCK = 512
const FIELD = 100
const TYPES = { file: '0', link: '2', directory: '5' } as const
const KINDS: Readonly<Record<string, TarEntry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'same',
  '2': 'link',
  '5': 'directory',
}
/** What an archive ends with. */
export const TAR_END = new Uint8Array(BLOCK * 2)

/**
 * One entry in the ustar format, piece by piece; a name or a link over 100 bytes goes before it in a GNU record.
 */
export function tarPieces(entry: TarEntry & { readonly kind: keyof typeof TYPES }): Uint8Array[] {
  const name = entry.kind === 'directory' && !entry.name.endsWith('/') ? `${entry.name}/` : entry.name
  const size = entry.kind === 'file' ? entry.bytes.length : 0
  return [
    ...longField(name, 'L'),
    ...longField(entry.link, 'K'),
    header(name, TYPES[entry.kind], size, entry.mode, entry.modifiedAt, entry.link),
    entry.bytes,
    new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK),
  ]
}

function longField(value: string, type: string): Uint8Array[] {
  const bytes = new TextEncoder().encode(value)
  if (bytes.length <= FIELD) return []
  const record = new Uint8Array(Math.ceil((bytes.length + 1) / BLOCK) * BLOCK)
  record.set(bytes)
  return [header('././@LongLink', type, bytes.length + 1, 0, 0, ''), record]
}

/** Reads an archive. @throws Error where it is damaged or cut short */
export function unpackTar(archive: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = []
  // What records of their own say of the entry behind them.
  let long: { name?: string; link?: string } = {}
  for (let at = 0; at < archive.length;) {
    const head = archive.subarray(at, at + BLOCK)
    if (head.length < BLOCK) throw new Error('Unexpected EOF in archive')
    if (head.every((byte) => byte === 0)) break
    if (checksum(head) !== Number.parseInt(text(head, 148, 8), 8))
      throw new Error('This does not look like a tar archive')
    const size = octal(head, 124, 12)
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (at > archive.length) throw new Error('Unexpected EOF in archive')
    const type = String.fromCharCode(head[156] ?? 0)
    // Of the archive as a whole: nothing that concerns an entry's name or content.
    if (type === 'g' || type === 'V') continue
    if (type === 'L') long = { ...long, name: text(bytes, 0, bytes.length) }
    else if (type === 'K') long = { ...long, link: text(bytes, 0, bytes.length) }
    else if (type === 'x') long = { ...long, ...paxFields(bytes) }
    if ('LKx'.includes(type)) continue
    const prefix = text(head, 257, 6) === 'ustar' ? text(head, 345, 155) : ''
    const short = text(head, 0, FIELD)
    const name = long.name ?? (prefix === '' ? short : `${prefix}/${short}`)
    entries.push({
      name,
      kind: type === '\0' && name.endsWith('/') ? 'directory' : (KINDS[type] ?? 'other'),
      bytes,
      mode: octal(head, 100, 8),
      modifiedAt: octal(head, 136, 12) * 1000,
      link: long.link ?? text(head, 157, FIELD),
    })
    long = {}
  }
  if (long.name !== undefined || long.link !== undefined) throw new Error('Unexpected EOF in archive')
  return entries
}

/** Records such as `27 path=dir/name\n`, in which the number counts the bytes of the whole record. */
function paxFields(bytes: Uint8Array): { name?: string; link?: string } {
  const fields: { name?: string; link?: string } = {}
  for (let at = 0; at < bytes.length;) {
    const length = Number.parseInt(text(bytes, at, 12), 10)
    if (!(length > 0)) break
    const record = new TextDecoder().decode(bytes.subarray(at, at + length - 1))
    const [, key, value] = /^\d+ ([^=]*)=(.*)$/su.exec(record) ?? []
    if (key === 'path' && value !== undefined) fields.name = value
    if (key === 'linkpath' && value !== undefined) fields.link = value
    // The content then stands in the archive with its holes left out.
    if (key?.startsWith('GNU.sparse') === true) throw new Error('sparse files are not read here')
    at += length
  }
  return fields
}

function header(name: string, type: string, size: number, mode: number, modifiedAt: number, link: string): Uint8Array {
  const head = new Uint8Array(BLOCK)
  const put = (at: number, value: string, length: number) =>
    head.set(new TextEncoder().encode(value).subarray(0, length), at)
  const number = (value: number, length: number) =>
    Math.max(0, Math.floor(value))
      .toString(8)
      .padStart(length - 1, '0')
  put(0, name, FIELD)
  put(100, number(mode & 0o7777, 8), 8)
  put(108, number(1000, 8), 8)
  put(116, number(1000, 8), 8)
  put(124, number(size, 12), 12)
  put(136, number(modifiedAt / 1000, 12), 12)
  put(156, type, 1)
  put(157, link, FIELD)
  put(257, 'ustar\u000000', 8)
  put(265, 'user', 32)
  put(297, 'user', 32)
  put(148, `${checksum(head).toString(8).padStart(6, '0')}\0 `, 8)
  return head
}

/** The sum of the header's bytes, with its own field as spaces. */
function checksum(head: Uint8Array): number {
  return head.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 32 : byte), 0)
}

function octal(head: Uint8Array, at: number, length: number): number {
  // Larger numbers than fit are written in binary, marked by the first bit; no file here is that large.
  const value = Number.parseInt(text(head, at, length).trim() || '0', 8)
  if (Number.isNaN(value)) throw new Error('a number in the archive cannot be read')
  return value
}

function text(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end))
}

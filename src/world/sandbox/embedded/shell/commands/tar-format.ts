/** One entry of a tar archive. `name` has no leading slash; `link` is a symbolic link's target. */
export interface TarEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'link'
  readonly bytes: Uint8Array
  readonly mode: number
  readonly modifiedAt: number
  readonly link: string
}

const BLOCK = 512
const KINDS = { file: '0', link: '2', directory: '5' } as const

/** Packs entries in the ustar format; names over 100 bytes get a GNU long-name record before them. */
export function packTar(entries: readonly TarEntry[]): Uint8Array {
  const blocks: Uint8Array[] = []
  for (const entry of entries) {
    const name = entry.kind === 'directory' && !entry.name.endsWith('/') ? `${entry.name}/` : entry.name
    const encoded = new TextEncoder().encode(name)
    if (encoded.length > 100) {
      const long = new TextEncoder().encode(`${name}\0`)
      blocks.push(header('././@LongLink', 'L', long.length, 0, 0, ''), padded(long))
    }
    blocks.push(
      header(name, KINDS[entry.kind], entry.bytes.length, entry.mode, entry.modifiedAt, entry.link),
      padded(entry.bytes),
    )
  }
  blocks.push(new Uint8Array(BLOCK * 2))
  const all = new Uint8Array(blocks.reduce((size, block) => size + block.length, 0))
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}

/** Reads an archive. @throws Error where it is damaged or cut short */
export function unpackTar(archive: Uint8Array): TarEntry[] {
  const entries: TarEntry[] = []
  let longName: string | null = null
  for (let at = 0; at + BLOCK <= archive.length;) {
    const head = archive.subarray(at, at + BLOCK)
    if (head.every((byte) => byte === 0)) break
    if (checksum(head) !== octal(head, 148, 8)) throw new Error('This does not look like a tar archive')
    const size = octal(head, 124, 12)
    const bytes = archive.subarray(at + BLOCK, at + BLOCK + size)
    if (bytes.length < size) throw new Error('Unexpected EOF in archive')
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    const type = String.fromCharCode(head[156] ?? 0)
    if (type === 'L' || type === 'x') {
      longName =
        type === 'L'
          ? text(bytes, 0, bytes.length)
          : (/\d+ path=([^\n]*)\n/u.exec(new TextDecoder().decode(bytes))?.[1] ?? longName)
      continue
    }
    const prefix = text(head, 257, 5) === 'ustar' ? text(head, 345, 155) : ''
    const name: string = longName ?? (prefix === '' ? text(head, 0, 100) : `${prefix}/${text(head, 0, 100)}`)
    longName = null
    const kind = type === '5' || (type === '\0' && name.endsWith('/')) ? 'directory' : type === '2' ? 'link' : 'file'
    if (!['0', '\0', '2', '5', '7'].includes(type)) continue
    entries.push({
      name,
      kind,
      bytes,
      mode: octal(head, 100, 8),
      modifiedAt: octal(head, 136, 12) * 1000,
      link: text(head, 157, 100),
    })
  }
  return entries
}

function header(name: string, type: string, size: number, mode: number, modifiedAt: number, link: string): Uint8Array {
  const head = new Uint8Array(BLOCK)
  const put = (at: number, value: string, length: number) =>
    head.set(new TextEncoder().encode(value).subarray(0, length), at)
  const number = (value: number, length: number) =>
    Math.max(0, Math.floor(value))
      .toString(8)
      .padStart(length - 1, '0')
  put(0, name, 100)
  put(100, number(mode & 0o7777, 8), 8)
  put(108, number(1000, 8), 8)
  put(116, number(1000, 8), 8)
  put(124, number(type === '2' || type === '5' ? 0 : size, 12), 12)
  put(136, number(modifiedAt / 1000, 12), 12)
  put(156, type, 1)
  put(157, link, 100)
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
  return Number.parseInt(text(head, at, length).trim() || '0', 8)
}

function text(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end === -1 ? field : field.subarray(0, end))
}

function padded(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK)
  all.set(bytes)
  return all
}

import { inflateSync } from 'fflate'
import { crc32 } from './crc32.ts'

/** One entry of a zip archive, its content still packed. `modifiedAt` in milliseconds, of a clock without a zone. */
export interface ZipEntry {
  readonly name: string
  /** Bytes once unpacked, as the archive says; `contentOf` gives so many or fails. */
  readonly size: number
  readonly mode: number | null
  readonly isLink: boolean
  readonly modifiedAt: number
  readonly method: number
  readonly encrypted: boolean
  readonly crc: number
  readonly packed: Uint8Array
}

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const UNIX = 3
const IN_64 = 0xffffffff

/** Reads what an archive lists at its end; unpacks nothing. @throws Error where it is damaged or no zip archive */
export function zipEntries(archive: Uint8Array): ZipEntry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  try {
    return listed(archive, view)
  } catch (error) {
    if (error instanceof RangeError) throw new Error('the archive is cut short or damaged', { cause: error })
    throw error
  }
}

function listed(archive: Uint8Array, view: DataView): ZipEntry[] {
  let end = archive.length - END_BYTES
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0) throw new Error('this is not a zip archive, or its end is missing')
  let count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (end >= 20 && view.getUint32(end - 20, true) === LOCATOR_64) {
    const end64 = long(view, end - 12)
    if (view.getUint32(end64, true) !== END_64) throw new Error('the archive is damaged')
    count = long(view, end64 + 32)
    at = long(view, end64 + 48)
  }
  const entries: ZipEntry[] = []
  for (let i = 0; i < count; i += 1) {
    if (view.getUint32(at, true) !== CENTRAL) throw new Error('the archive is damaged')
    const flags = view.getUint16(at + 8, true)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const after = at + 46 + (nameLength ?? 0)
    const [size, packedSize, local] = sizes(view, at, after, after + (extraLength ?? 0))
    const attributes = view.getUint32(at + 38, true)
    const mode = view.getUint8(at + 5) === UNIX ? attributes >>> 16 : 0
    if (view.getUint32(local, true) !== LOCAL) throw new Error('the archive is damaged')
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    if (start + packedSize > archive.length) throw new RangeError('the content is missing')
    entries.push({
      name: new TextDecoder(flags & 0x800 ? 'utf-8' : 'latin1').decode(archive.subarray(at + 46, after)),
      size,
      mode: mode === 0 ? null : mode & 0o777,
      isLink: (mode & 0o170000) === 0o120000,
      modifiedAt: dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
      method: view.getUint16(at + 10, true),
      encrypted: (flags & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: archive.subarray(start, start + packedSize),
    })
    at = after + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

/** Unpacks one entry; takes no more memory than its `size`, which the caller has looked at. @throws Error */
export function contentOf({ name, size, method, encrypted, crc, packed }: ZipEntry): Uint8Array {
  if (encrypted) throw new Error(`${name}: it is encrypted, which cannot be read here`)
  if (method !== 0 && method !== 8) throw new Error(`${name}: compression method ${method} is not known here`)
  const bytes = method === 0 ? packed : inflated(name, packed, size)
  if (bytes.length !== size || crc32(bytes) !== crc) throw new Error(`${name}: the content is damaged`)
  return bytes
}

function inflated(name: string, packed: Uint8Array, size: number): Uint8Array {
  try {
    return inflateSync(packed, { out: new Uint8Array(size) })
  } catch (error) {
    throw new Error(`${name}: the content is damaged`, { cause: error })
  }
}

/** Size, packed size and place; each in a field of its own where it does not fit into the common one. */
function sizes(view: DataView, at: number, extra: number, extraEnd: number): [number, number, number] {
  const values = [24, 20, 42].map((offset) => view.getUint32(at + offset, true))
  for (let field = extra; field + 4 <= extraEnd; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    let next = field + 4
    for (const [i, value] of values.entries()) {
      if (value !== IN_64) continue
      values[i] = long(view, next)
      next += 8
    }
  }
  const [size = 0, packedSize = 0, local = 0] = values
  return [size, packedSize, local]
}

function long(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function dosTime(date: number, time: number): number {
  return new Date(
    1980 + (date >> 9),
    ((date >> 5) & 15) - 1,
    date & 31,
    time >> 11,
    (time >> 5) & 63,
    (time & 31) * 2,
  ).getTime()
}

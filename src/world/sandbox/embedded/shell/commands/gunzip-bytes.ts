import { Gunzip } from 'fflate'
import type { ByteSink } from './byte-sink.ts'
import { crc32 } from './crc32.ts'

/** So little at a time that what it becomes, a thousand times as much at worst, can be refused before the next. */
const STEP_BYTES = 16_384
/** CRC and length after each member. */
const TRAILER_BYTES = 8

/**
 * Unpacks gzip, all of its members one after another, into a sink, which bounds it.
 * @throws Error where it is not gzip, is cut or damaged, or passes the sink's limit
 */
export function gunzipInto(packed: Uint8Array, sink: ByteSink): void {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) throw new Error('not in gzip format')
  let sum = 0
  let size = 0
  const endMember = (end: number) => {
    const trailer = new DataView(packed.buffer, packed.byteOffset + Math.max(0, end - TRAILER_BYTES))
    if (end < TRAILER_BYTES || trailer.getUint32(0, true) !== sum || trailer.getUint32(4, true) !== size % 2 ** 32)
      throw new Error('invalid compressed data: cut short, damaged, or followed by something else')
    sum = 0
    size = 0
  }
  const stream = new Gunzip((piece) => {
    sink.push(piece)
    sum = crc32(piece, sum)
    size += piece.length
  })
  stream.onmember = endMember
  for (let at = 0; at < packed.length; at += STEP_BYTES) {
    const piece = packed.subarray(at, at + STEP_BYTES)
    unpacked(() => stream.push(piece, at + STEP_BYTES >= packed.length))
  }
  endMember(packed.length)
}

/** The library's errors carry a number; ours, thrown through it, do not. */
function unpacked(push: () => void): void {
  try {
    push()
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Error(`invalid compressed data: ${error.message}`, { cause: error })
    throw error
  }
}

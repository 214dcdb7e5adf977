import type { ResolvedCommandContext } from 'just-bash/browser'
import { USAGE } from '../device-files.ts'

/** What all files take and the most that they may, in bytes and in entries (files, directories, links). */
export interface Room {
  readonly bytes: number
  readonly entries: number
  readonly maxBytes: number
  readonly maxFileBytes: number
  readonly maxEntries: number
}

/** A file that a command is about to write: its absolute path and its bytes. */
export interface Planned {
  readonly path: string
  readonly size: number
}

/** Reads what there is room for. */
export async function roomIn(ctx: ResolvedCommandContext): Promise<Room> {
  const numbers = (await ctx.fs.readFile(USAGE)).split(' ').map(Number)
  const [bytes = 0, entries = 0, maxBytes = 0, maxFileBytes = 0, maxEntries = 0] = numbers
  return { bytes, entries, maxBytes, maxFileBytes, maxEntries }
}

/**
 * Looks whether files can be written, all of them, before the first is and before memory is taken for them.
 * @throws Error that names the limit
 */
export async function assertRoom(ctx: ResolvedCommandContext, files: readonly Planned[]): Promise<void> {
  const room = await roomIn(ctx)
  const large = files.find(({ size }) => size > room.maxFileBytes)
  if (large !== undefined) throw overFileLimit(room.maxFileBytes, large.path.slice(large.path.lastIndexOf('/') + 1))
  const freeBytes = room.maxBytes - room.bytes
  const freeEntries = room.maxEntries - room.entries
  if (files.length <= freeEntries && total(files) <= freeBytes) return
  // Only now, because it costs a message for each: what is written over makes room.
  const before = await Promise.all(files.map(({ path }) => sizeAt(ctx, path)))
  const replaced = before.filter((size) => size !== null)
  if (total(files) - replaced.reduce((sum, size) => sum + size, 0) > freeBytes) throw overTotal(room.maxBytes)
  if (files.length - replaced.length > freeEntries)
    throw new Error(`No space left: the workspace holds up to ${room.maxEntries} files`)
}

/** What is said of a file that would pass the limit for one. */
export function overFileLimit(limit: number, name?: string): Error {
  return new Error(`${name === undefined ? '' : `${name}: `}File too large: one file holds up to ${inMegabytes(limit)}`)
}

/** What is said where all files together would pass their limit. */
export function overTotal(limit: number): Error {
  return new Error(`No space left: the workspace holds up to ${inMegabytes(limit)}`)
}

function inMegabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${bytes / 1_000_000} MB`
}

function total(files: readonly Planned[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

async function sizeAt(ctx: ResolvedCommandContext, path: string): Promise<number | null> {
  try {
    return (await ctx.fs.stat(path)).size
  } catch {
    return null
  }
}

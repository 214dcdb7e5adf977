import type { ResolvedCommandContext } from 'just-bash/browser'
import { bytesOfLatin1 } from '../byte-text.ts'

/** What was piped in, as bytes. */
export function stdinBytes(ctx: ResolvedCommandContext): Uint8Array<ArrayBuffer> {
  // The library's byte strings are opaque in type only: one character is one byte.
  return bytesOfLatin1(ctx.stdin as unknown as string)
}

/** The bytes of an operand; `-` is standard input. */
export async function inputBytes(ctx: ResolvedCommandContext, operand: string): Promise<Uint8Array> {
  return operand === '-' ? stdinBytes(ctx) : ctx.fs.readFileBuffer(pathIn(ctx, operand))
}

/** An operand as an absolute path. */
export function pathIn(ctx: ResolvedCommandContext, operand: string): string {
  return ctx.fs.resolvePath(ctx.cwd, operand)
}

/** Text as lines, without the end of the last one. */
export function linesOf(bytes: Uint8Array): string[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

import { gzipSync } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { ByteSink } from './byte-sink.ts'
import { inputBytes, pathIn } from './command-input.ts'
import { commandLine } from './command-line.ts'
import { failed, printed, printedBytes } from './command-result.ts'
import { gunzipInto } from './gunzip-bytes.ts'
import { assertRoom, overFileLimit, roomIn } from './room.ts'

const OPTIONS = ['c|stdout', 'd|decompress', 'k|keep', 'f|force', 'n', 'q', 'v', 't', 'best', 'fast', ...'123456789']

/** `gzip [-cdkf1-9] [FILE]…`; without files a filter. */
export async function gzip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const { switches, operands } = commandLine(args, OPTIONS)
  const unpack = switches.has('d') || switches.has('t')
  const level = Number(
    [...'123456789'].find((digit) => switches.has(digit)) ?? (switches.has('best') ? 9 : switches.has('fast') ? 1 : 6),
  )
  const { maxFileBytes } = await roomIn(ctx)
  const change = (name: string, bytes: Uint8Array, sink: ByteSink): void => {
    if (!unpack) return sink.push(gzipSync(bytes, { level: asLevel(level), mtime: 0 }))
    try {
      gunzipInto(bytes, sink)
    } catch (error) {
      throw new Error(`${name === '-' ? 'stdin' : name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
  // What is printed is held until the command ends, all files together.
  const shown = new ByteSink(maxFileBytes, overFileLimit)
  for (const operand of operands.length === 0 ? ['-'] : operands) {
    if (unpack && operand !== '-' && !/\.(gz|tgz)$/u.test(operand) && !switches.has('c') && !switches.has('t'))
      return failed('gzip', `${operand}: unknown suffix -- ignored`, 2)
    const input = await inputBytes(ctx, operand)
    if (operand === '-' || switches.has('c') || switches.has('t')) {
      change(operand, input, shown)
      if (switches.has('t')) shown.take()
      continue
    }
    const target = unpack ? operand.replace(/\.gz$/u, '').replace(/\.tgz$/u, '.tar') : `${operand}.gz`
    if (!switches.has('f') && (await ctx.fs.exists(pathIn(ctx, target))))
      return failed('gzip', `${target} already exists; use -f to overwrite it`, 2)
    const made = new ByteSink(maxFileBytes, overFileLimit)
    change(operand, input, made)
    await assertRoom(ctx, [{ path: pathIn(ctx, target), size: made.length }])
    await ctx.fs.writeFile(pathIn(ctx, target), made.take())
    if (!switches.has('k')) await ctx.fs.rm(pathIn(ctx, operand))
  }
  return shown.length === 0 ? printed() : printedBytes(shown.take())
}

export function gunzip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  return gzip(['-d', ...args], ctx)
}

export function zcat(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  return gzip(['-d', '-c', ...args], ctx)
}

function asLevel(level: number): 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 {
  const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
  return levels[level - 1] ?? 6
}

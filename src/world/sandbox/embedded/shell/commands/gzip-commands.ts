import { gunzipSync, gzipSync } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { inputBytes, pathIn, stdinBytes } from './command-input.ts'
import { commandLine } from './command-line.ts'
import { failed, printed, printedBytes } from './command-result.ts'

const OPTIONS = ['c|stdout', 'd|decompress', 'k|keep', 'f|force', 'n', 'q', 'v', 't', 'best', 'fast', ...'123456789']

/** `gzip [-cdkf1-9] [FILE]…`; without files a filter. */
export async function gzip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const { switches, operands } = commandLine(args, OPTIONS)
  const unpack = switches.has('d') || switches.has('t')
  const level = Number(
    [...'123456789'].find((digit) => switches.has(digit)) ?? (switches.has('best') ? 9 : switches.has('fast') ? 1 : 6),
  )
  const change = (bytes: Uint8Array): Uint8Array =>
    unpack ? gunzipSync(bytes) : gzipSync(bytes, { level: asLevel(level), mtime: 0 })
  if (operands.length === 0) return printedBytes(change(stdinBytes(ctx)))
  let last: ExecResult = printed()
  for (const operand of operands) {
    if (unpack && operand !== '-' && !/\.(gz|tgz)$/u.test(operand) && !switches.has('c'))
      return failed('gzip', `${operand}: unknown suffix -- ignored`, 2)
    const bytes = change(await inputBytes(ctx, operand))
    if (switches.has('t')) continue
    if (switches.has('c') || operand === '-') {
      const one = printedBytes(bytes)
      last = { ...one, stdout: last.stdout + one.stdout }
      continue
    }
    const target = unpack ? operand.replace(/\.gz$/u, '').replace(/\.tgz$/u, '.tar') : `${operand}.gz`
    if (!switches.has('f') && (await ctx.fs.exists(pathIn(ctx, target))))
      return failed('gzip', `${target} already exists; use -f to overwrite it`, 2)
    await ctx.fs.writeFile(pathIn(ctx, target), bytes)
    if (!switches.has('k')) await ctx.fs.rm(pathIn(ctx, operand))
  }
  return last
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

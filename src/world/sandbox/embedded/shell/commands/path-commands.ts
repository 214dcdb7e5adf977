import type { CustomCommand } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { UsageError } from './command-line.ts'
import { failed, printed } from './command-result.ts'
import { command } from './define.ts'
import { assertRoom } from './room.ts'

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  KB: 1000,
  MB: 1000 ** 2,
}

/** realpath, mktemp, truncate, install: commands about paths and the files at them. */
export function pathCommands(): CustomCommand[] {
  return [
    command('realpath', ['e', 'm', 's', 'q', 'relative-to:'], async ({ operands, switches, values }, ctx) => {
      const lines: string[] = []
      for (const operand of operands) {
        const path = pathIn(ctx, operand)
        const exists = await ctx.fs.exists(path)
        if (!exists && switches.has('e')) return failed('realpath', `${operand}: No such file or directory`)
        const real = exists && !switches.has('s') ? await ctx.fs.realpath(path) : path
        const base = values.get('relative-to')
        lines.push(base === undefined ? real : relative(pathIn(ctx, base), real))
      }
      return lines.length === 0 ? failed('realpath', 'missing operand') : printed(`${lines.join('\n')}\n`)
    }),
    command(
      'mktemp',
      ['d|directory', 'u|dry-run', 'q', 't', 'p|tmpdir:', 'suffix:'],
      async ({ operands, switches, values }, ctx) => {
        const template = operands[0] ?? 'tmp.XXXXXXXXXX'
        const run = /X{3,}(?=[^X]*$)/u.exec(template)
        if (run === null) return failed('mktemp', `too few X's in template '${template}'`)
        const random = Array.from(crypto.getRandomValues(new Uint8Array(run[0].length)), (byte) =>
          (byte % 36).toString(36),
        ).join('')
        const name =
          template.slice(0, run.index) +
          random +
          template.slice(run.index + run[0].length) +
          (values.get('suffix') ?? '')
        const inTmp = operands.length === 0 || switches.has('t') || values.has('p')
        const path = inTmp ? `${values.get('p') ?? ctx.env.get('TMPDIR') ?? '/tmp'}/${name}` : name
        if (!switches.has('u')) {
          if (switches.has('d')) await ctx.fs.mkdir(pathIn(ctx, path), { recursive: true })
          else await ctx.fs.writeFile(pathIn(ctx, path), '')
        }
        return printed(`${path}\n`)
      },
    ),
    command('truncate', ['c|no-create', 's|size:'], async ({ operands, switches, values }, ctx) => {
      const size = /^([+-]?)(\d+)([KMG]?B?)$/u.exec(values.get('s') ?? '')
      if (size === null) throw new UsageError('give a size such as -s 0 or -s 10K')
      const amount = Number(size[2]) * (SIZE_UNITS[size[3] ?? ''] ?? 1)
      for (const operand of operands) {
        const path = pathIn(ctx, operand)
        const exists = await ctx.fs.exists(path)
        if (!exists && switches.has('c')) continue
        const now = exists ? (await ctx.fs.stat(path)).size : 0
        const length = size[1] === '+' ? now + amount : size[1] === '-' ? Math.max(0, now - amount) : amount
        await assertRoom(ctx, [{ path, size: length }])
        const before = exists ? await ctx.fs.readFileBuffer(path) : new Uint8Array(0)
        const after = new Uint8Array(length)
        after.set(before.subarray(0, length))
        await ctx.fs.writeFile(path, after)
      }
      return printed()
    }),
    command('install', ['d|directory', 'D', 'm|mode:', 'v', 'c'], async ({ operands, switches, values }, ctx) => {
      if (switches.has('d')) {
        for (const operand of operands) await ctx.fs.mkdir(pathIn(ctx, operand), { recursive: true })
        return printed()
      }
      const to = operands.at(-1)
      if (to === undefined || operands.length < 2) return failed('install', 'missing file operand')
      const target = pathIn(ctx, to)
      if (switches.has('D')) await ctx.fs.mkdir(target.slice(0, target.lastIndexOf('/')) || '/', { recursive: true })
      const intoDirectory = (await ctx.fs.exists(target)) && (await ctx.fs.stat(target)).isDirectory
      for (const from of operands.slice(0, -1)) {
        const path = intoDirectory ? `${target}/${from.slice(from.lastIndexOf('/') + 1)}` : target
        await ctx.fs.cp(pathIn(ctx, from), path)
        await ctx.fs.chmod(path, Number.parseInt(values.get('m') ?? '755', 8))
      }
      return printed()
    }),
  ]
}

function relative(base: string, path: string): string {
  const [from, to] = [base, path].map((text) => text.split('/').filter((part) => part !== ''))
  if (from === undefined || to === undefined) return path
  let same = 0
  while (same < from.length && same < to.length && from[same] === to[same]) same += 1
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/') || '.'
}

import { unzipSync, zipSync, type Zippable } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { filesBelow } from './archive-files.ts'
import { inputBytes, pathIn } from './command-input.ts'
import { commandLine } from './command-line.ts'
import { failed, printed, printedBytes } from './command-result.ts'

/** `zip [-rqj] ARCHIVE FILE…`: writes a new archive; one that exists keeps its other entries. */
export async function zip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const { switches, operands } = commandLine(args, ['r', 'q', 'j', '9', 'x:', 'y'])
  const [target, ...sources] = operands
  if (target === undefined || sources.length === 0) return failed('zip', 'give an archive and what to put in it', 16)
  const path = pathIn(ctx, /\.[^/]+$/u.test(target) || target === '-' ? target : `${target}.zip`)
  const before = target !== '-' && (await ctx.fs.exists(path)) ? unzipSync(await ctx.fs.readFileBuffer(path)) : {}
  const files: Zippable = { ...before }
  let log = ''
  for (const source of sources) {
    for (const entry of await filesBelow(ctx.fs, ctx.cwd, source)) {
      const inside = entry.name.replace(/^\.\//u, '')
      if (inside === '.' || (!switches.has('r') && inside !== entry.name.replace(/^\.\//u, ''))) continue
      const name = switches.has('j') ? inside.slice(inside.lastIndexOf('/') + 1) : inside
      if (entry.kind === 'directory') {
        if (!switches.has('j')) files[`${name}/`] = new Uint8Array(0)
        if (!switches.has('r')) break
      } else files[name] = entry.bytes
      log += `  adding: ${name}\n`
    }
  }
  const bytes = zipSync(files)
  if (target === '-') return printedBytes(bytes)
  await ctx.fs.writeFile(path, bytes)
  return printed(switches.has('q') ? '' : log)
}

/** `unzip [-loqp] ARCHIVE [NAME]… [-d DIRECTORY]`. */
export async function unzip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const { switches, values, operands } = commandLine(args, ['l', 'o', 'q', 'p', 'n', 'j', 'd:'])
  const [archive, ...names] = operands
  if (archive === undefined) return failed('unzip', 'give an archive', 10)
  const entries = Object.entries(unzipSync(await inputBytes(ctx, archive))).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  if (switches.has('l')) {
    const rows = entries.map(([name, bytes]) => `${String(bytes.length).padStart(9)}  ${name}\n`)
    return printed(`Archive:  ${archive}\n   Length  Name\n${rows.join('')}`)
  }
  if (switches.has('p')) return printedBytes(entries[0]?.[1] ?? new Uint8Array(0))
  let log = `Archive:  ${archive}\n`
  for (const [name, bytes] of entries) {
    const parts = name.split('/').filter((part) => part !== '' && part !== '.')
    if (parts.includes('..'))
      return failed('unzip', `${name}: the name leaves the directory; nothing more was extracted`)
    const path = ctx.fs.resolvePath(pathIn(ctx, values.get('d') ?? '.'), parts.join('/'))
    if (name.endsWith('/')) {
      await ctx.fs.mkdir(path, { recursive: true })
      continue
    }
    await ctx.fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true })
    if ((await ctx.fs.exists(path)) && !switches.has('o')) {
      if (switches.has('n')) continue
      return failed('unzip', `${name} exists; use -o to overwrite it`)
    }
    await ctx.fs.writeFile(path, bytes)
    log += `  inflating: ${name}\n`
  }
  return printed(switches.has('q') ? '' : log)
}

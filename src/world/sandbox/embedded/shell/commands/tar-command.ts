import { gunzipSync, gzipSync } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { filesBelow } from './archive-files.ts'
import { inputBytes, pathIn } from './command-input.ts'
import { commandLine } from './command-line.ts'
import { failed, printed, printedBytes } from './command-result.ts'
import { packTar, unpackTar, type TarEntry } from './tar-format.ts'

const OPTIONS = [
  'c|create',
  'x|extract|get',
  't|list',
  'z|gzip',
  'v|verbose',
  'p',
  'k',
  'f|file:',
  'C|directory:',
  'strip-components:',
  'exclude:',
]

/** `tar c|x|t [zv] [-f ARCHIVE] [-C DIRECTORY] [NAME]…`, plain or gzip. */
export async function tar(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const [first = '', ...rest] = args
  // The old form without a dash: `tar czf a.tgz dir`.
  const { switches, values, operands } = commandLine(
    /^[a-zA-Z]+$/u.test(first) ? [`-${first}`, ...rest] : args,
    OPTIONS,
  )
  const base = pathIn(ctx, values.get('C') ?? '.')
  const file = values.get('f') ?? '-'
  if (switches.has('c')) {
    if (operands.length === 0) return failed('tar', 'Cowardly refusing to create an empty archive', 2)
    const entries: TarEntry[] = []
    const excluded = values.get('exclude')
    for (const operand of operands) {
      for (const entry of await filesBelow(ctx.fs, base, operand))
        if (!isExcluded(entry.name, excluded)) entries.push(entry)
    }
    const packed = packTar(entries)
    const bytes = switches.has('z') || /\.(tgz|tar\.gz)$/u.test(file) ? gzipSync(packed, { mtime: 0 }) : packed
    const listing = switches.has('v') ? entries.map((entry) => `${entry.name}\n`).join('') : ''
    if (file === '-') return { ...printedBytes(bytes), stderr: listing }
    await ctx.fs.writeFile(pathIn(ctx, file), bytes)
    return printed(listing)
  }
  if (!switches.has('x') && !switches.has('t')) return failed('tar', "You must specify one of the '-cxt' options", 2)
  const archive = await inputBytes(ctx, file)
  const zipped = archive[0] === 0x1f && archive[1] === 0x8b
  const wanted = unpackTar(zipped ? gunzipSync(archive) : archive).filter(
    ({ name }) =>
      operands.length === 0 ||
      operands.some((operand) => name === operand || name.startsWith(`${operand.replace(/\/$/u, '')}/`)),
  )
  if (operands.length > 0 && wanted.length === 0) return failed('tar', `${operands[0]}: Not found in archive`, 2)
  if (switches.has('t')) return printed(wanted.map((entry) => `${entry.name}\n`).join(''))
  const strip = Number(values.get('strip-components') ?? 0)
  const done: string[] = []
  for (const entry of wanted) if (await extract(ctx, base, entry, strip)) done.push(entry.name)
  return printed(switches.has('v') ? done.map((name) => `${name}\n`).join('') : '')
}

/** Writes one entry below `base`; a name that would leave it is refused. */
async function extract(ctx: ResolvedCommandContext, base: string, entry: TarEntry, strip: number): Promise<boolean> {
  const parts = entry.name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .slice(strip)
  if (parts.length === 0) return false
  if (parts.includes('..')) throw new Error(`${entry.name}: Member name contains '..'`)
  const path = `${base === '/' ? '' : base}/${parts.join('/')}`
  if (entry.kind === 'directory') {
    await ctx.fs.mkdir(path, { recursive: true })
    return true
  }
  await ctx.fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true })
  if (entry.kind === 'link') {
    await ctx.fs.rm(path, { force: true })
    await ctx.fs.symlink(entry.link, path)
    return true
  }
  await ctx.fs.writeFile(path, entry.bytes)
  await ctx.fs.chmod(path, entry.mode & 0o777)
  return true
}

function isExcluded(name: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return false
  const expression = new RegExp(
    `^${pattern
      .replace(/[\\^$.+()[\]{}|]/gu, String.raw`\$&`)
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}$`,
    'u',
  )
  return name.split('/').some((part) => expression.test(part)) || expression.test(name)
}

import { zipSync, type Zippable } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { filesBelow, type ArchiveFile } from './archive-files.ts'
import { ByteSink } from './byte-sink.ts'
import { inputBytes, pathIn } from './command-input.ts'
import { commandLine, UsageError } from './command-line.ts'
import { failed, printed, printedBytes } from './command-result.ts'
import { ExtractionTarget } from './extraction-target.ts'
import { assertRoom, overFileLimit, overTotal, roomIn, type Room } from './room.ts'
import { matchesWildcard } from './wildcard.ts'
import { contentOf, zipEntries, type ZipEntry } from './zip-format.ts'

/** What the format can say of a time: two seconds exactly, from 1980 on. */
const FIRST_TIME = Date.UTC(1980, 0, 2)
const LAST_TIME = Date.UTC(2099, 11, 30)

/**
 * `zip [-rqj] ARCHIVE FILE… [-x PATTERN…] [-i PATTERN…]`: writes a new archive; one that exists keeps its other
 * entries. Links are stored as what they lead to.
 */
export async function zip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const line = commandLine(eachPattern(args), ['r', 'q', 'j', ...'0123456789', 'x:', 'i:'])
  const { switches, operands } = line
  const [archive, ...sources] = operands
  if (archive === undefined || sources.length === 0) return failed('zip', 'give an archive and what to put in it', 16)
  const target = pathIn(ctx, /\.[^/]+$/u.test(archive) || archive === '-' ? archive : `${archive}.zip`)
  const skipped: string[] = []
  const follow = { skipped: (name: string, why: string) => void skipped.push(`zip: ${name}: ${why}; it is left out\n`) }
  const found: ArchiveFile[] = []
  for (const source of sources)
    found.push(...(await filesBelow(ctx.fs, ctx.cwd, source, { recursive: switches.has('r'), follow })))
  const named = found.flatMap((file) => {
    const inside = file.name.replace(/^\.\//u, '')
    const junked = switches.has('j') ? inside.slice(inside.lastIndexOf('/') + 1) : inside
    const name = file.kind === 'directory' ? `${junked}/` : junked
    const isWanted =
      inside !== '.' &&
      file.path !== target &&
      !(switches.has('j') && file.kind === 'directory') &&
      !line.all('x').some((pattern) => matchesWildcard(pattern, name)) &&
      (line.all('i').length === 0 || line.all('i').some((pattern) => matchesWildcard(pattern, name)))
    return isWanted ? [{ ...file, name }] : []
  })
  if (named.length === 0)
    return { ...failed('zip', 'nothing to do', 12), stderr: `${skipped.join('')}zip: nothing to do\n` }
  const before = archive !== '-' && (await ctx.fs.exists(target)) ? zipEntries(await ctx.fs.readFileBuffer(target)) : []
  assertTogether([...before, ...named], await roomIn(ctx))
  const files: Zippable = Object.create(null) as Zippable
  for (const entry of before) files[entry.name] = [contentOf(entry), { mtime: within(entry.modifiedAt) }]
  for (const { name, path, kind, mode, modifiedAt } of named) {
    const bytes = kind === 'file' ? await ctx.fs.readFileBuffer(path) : new Uint8Array(0)
    files[name] = [bytes, { mtime: within(modifiedAt), os: 3, attrs: (mode & 0o777) << 16 }]
  }
  const level = [...'0123456789'].findLast((digit) => switches.has(digit))
  const bytes = zipSync(files, { level: levelOf(level) })
  const log = switches.has('q') ? '' : named.map(({ name }) => `  adding: ${name}\n`).join('')
  const end = { stderr: skipped.join(''), exitCode: skipped.length === 0 ? 0 : 18 }
  if (archive === '-') return { ...printedBytes(bytes), ...end }
  await assertRoom(ctx, [{ path: target, size: bytes.length }])
  await ctx.fs.writeFile(target, bytes)
  return { ...printed(log), ...end }
}

/** `unzip [-loqpnj] ARCHIVE [PATTERN]… [-d DIRECTORY]`. */
export async function unzip(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const { switches, values, operands } = commandLine(args, ['l', 'o', 'q', 'p', 'n', 'j', 'd:'])
  const [archive, ...names] = operands
  if (archive === undefined) return failed('unzip', 'give an archive', 10)
  const all = zipEntries(await inputBytes(ctx, archive))
  const entries = all.filter(({ name }) => names.length === 0 || names.some((wanted) => matchesWildcard(wanted, name)))
  const stderr = names
    .filter((wanted) => !all.some(({ name }) => matchesWildcard(wanted, name)))
    .map((wanted) => `unzip: ${wanted}: no such name in the archive\n`)
    .join('')
  const end = { stderr, exitCode: stderr === '' ? 0 : 11 }
  if (switches.has('l')) {
    const rows = entries.map(({ name, size }) => `${String(size).padStart(9)}  ${name}\n`)
    return { ...printed(`Archive:  ${archive}\n   Length  Name\n${rows.join('')}`), ...end }
  }
  if (switches.has('p')) {
    const { maxFileBytes } = await roomIn(ctx)
    if (entries.reduce((sum, { size }) => sum + size, 0) > maxFileBytes) throw overFileLimit(maxFileBytes)
    const shown = new ByteSink(maxFileBytes, overFileLimit)
    for (const entry of entries) if (!entry.name.endsWith('/')) shown.push(contentOf(entry))
    return { ...printedBytes(shown.take()), ...end }
  }
  const log = await extract(entries, new ExtractionTarget(ctx.fs, pathIn(ctx, values.get('d') ?? '.')), switches, ctx)
  if (typeof log !== 'string') return log
  return { ...printed(switches.has('q') ? '' : `Archive:  ${archive}\n${log}`), ...end }
}

/** Looks at all entries before the first is written. */
async function extract(
  entries: readonly ZipEntry[],
  target: ExtractionTarget,
  switches: ReadonlySet<string>,
  ctx: ResolvedCommandContext,
): Promise<string | ExecResult> {
  const wanted: { entry: ZipEntry; path: string }[] = []
  for (const entry of entries) {
    const isDirectory = entry.name.endsWith('/')
    if (isDirectory && switches.has('j')) continue
    const path = target.pathOf(switches.has('j') ? entry.name.slice(entry.name.lastIndexOf('/') + 1) : entry.name)
    if (path === '') continue
    if (!isDirectory && !switches.has('o') && (await target.isTaken(path, entry.name))) {
      if (switches.has('n')) continue
      return failed('unzip', `${entry.name} exists; use -o to overwrite it`)
    }
    wanted.push({ entry, path })
  }
  await assertRoom(
    ctx,
    wanted.map(({ entry, path }) => ({ path, size: entry.size })),
  )
  let log = ''
  for (const { entry, path } of wanted) {
    const { name, isLink, mode, modifiedAt } = entry
    if (name.endsWith('/')) {
      await target.makeDirectory(path, name)
      continue
    }
    if (isLink) await target.link(path, name, new TextDecoder().decode(contentOf(entry)))
    else await target.write(path, name, contentOf(entry), mode ?? 0o644, modifiedAt)
    log += `  inflating: ${name}\n`
  }
  return log
}

/** `-x a b` as `-x a -x b`: a list goes on to the next option. */
function eachPattern(args: readonly string[]): string[] {
  const out: string[] = []
  let list: string | null = null
  for (const arg of args) {
    if (arg === '-x' || arg === '-i') list = arg
    else if (arg === '@') list = null
    else if (arg.startsWith('-')) {
      list = null
      out.push(arg)
    } else if (list === null) out.push(arg)
    else out.push(list, arg)
    if (/^-[xi]@/u.test(arg)) throw new UsageError(`'${arg}': lists of patterns are not read from files here`)
  }
  return out
}

/** Links can make one file many: so much is held in memory at once as the workspace may hold. */
function assertTogether(files: readonly { readonly size: number }[], { maxBytes, maxEntries }: Room): void {
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw overTotal(maxBytes)
  if (files.length > maxEntries) throw new Error(`more than ${maxEntries} files`)
}

function within(time: number): number {
  return Math.min(LAST_TIME, Math.max(FIRST_TIME, Number.isNaN(time) ? 0 : time))
}

function levelOf(digit: string | undefined): 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 {
  const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
  return levels[Number(digit ?? 6)] ?? 6
}

import { Gzip } from 'fflate'
import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { filesBelow, type ArchiveFile } from './archive-files.ts'
import { ByteSink } from './byte-sink.ts'
import { inputBytes, pathIn } from './command-input.ts'
import { commandLine, type CommandLine } from './command-line.ts'
import { failed, printed, printedBytes, reasonOf } from './command-result.ts'
import { ExtractionTarget } from './extraction-target.ts'
import { gunzipInto } from './gunzip-bytes.ts'
import { assertRoom, overFileLimit, overTotal, roomIn } from './room.ts'
import { TAR_END, tarPieces, unpackTar, type TarEntry } from './tar-format.ts'
import { matchesWildcard } from './wildcard.ts'

const OPTIONS = [
  'c|create',
  'x|extract|get',
  't|list',
  'z|gzip',
  'v|verbose',
  'p',
  'm|touch',
  'k|keep-old-files',
  'f|file:',
  'C|directory:',
  'strip-components:',
  'exclude:',
]

/** `tar c|x|t [zvkm] [-f ARCHIVE] [-C DIRECTORY] [--exclude PATTERN]… [NAME]…`, plain or gzip. */
export async function tar(args: string[], ctx: ResolvedCommandContext): Promise<ExecResult> {
  const [first = '', ...rest] = args
  // The old form without a dash: `tar czf a.tgz dir`.
  const line = commandLine(/^[a-zA-Z]+$/u.test(first) ? [`-${first}`, ...rest] : args, OPTIONS)
  if (line.all('C').length > 1) return failed('tar', "option '-C' is taken once here; make an archive for each", 2)
  const patterns = line.all('exclude')
  const excluded = (name: string) => patterns.some((pattern) => isExcluded(name, pattern))
  if (line.switches.has('c')) return create(line, ctx, excluded)
  if (!line.switches.has('x') && !line.switches.has('t'))
    return failed('tar', "You must specify one of the '-cxt' options", 2)
  const archive = await inputBytes(ctx, line.values.get('f') ?? '-')
  const entries = unpackTar(plain(archive, (await roomIn(ctx)).maxBytes)).filter(({ name }) => !excluded(name))
  const isNamed = (name: string, operand: string) => {
    const wanted = operand.replace(/\/$/u, '')
    return name === wanted || name.startsWith(`${wanted}/`)
  }
  const wanted = entries.filter(
    ({ name }) => line.operands.length === 0 || line.operands.some((operand) => isNamed(name, operand)),
  )
  const problems = line.operands
    .filter((operand) => !entries.some(({ name }) => isNamed(name, operand)))
    .map((operand) => `tar: ${operand}: Not found in archive\n`)
  const done: string[] = []
  if (line.switches.has('x')) await extract(wanted, line, ctx, done, problems)
  else done.push(...wanted.map(({ name }) => name))
  const listing = line.switches.has('t') || line.switches.has('v') ? done.map((name) => `${name}\n`).join('') : ''
  return { ...printed(listing), stderr: problems.join(''), exitCode: problems.length === 0 ? 0 : 2 }
}

async function create(
  { switches, values, operands }: CommandLine,
  ctx: ResolvedCommandContext,
  excluded: (name: string) => boolean,
): Promise<ExecResult> {
  if (operands.length === 0) return failed('tar', 'Cowardly refusing to create an empty archive', 2)
  const base = pathIn(ctx, values.get('C') ?? '.')
  const file = values.get('f') ?? '-'
  const target = file === '-' ? '' : pathIn(ctx, file)
  const files: ArchiveFile[] = []
  let notes = ''
  for (const operand of operands) {
    for (const found of await filesBelow(ctx.fs, base, operand, { recursive: true, excluded })) {
      if (found.path === target) notes += `tar: ${found.name}: file is the archive; not dumped\n`
      else files.push(found)
    }
  }
  const { maxFileBytes } = await roomIn(ctx)
  const size = files.reduce((sum, found) => sum + found.size, 0)
  const zipped = switches.has('z') || /\.(tgz|tar\.gz)$/u.test(file)
  if (!zipped && size > maxFileBytes) throw overFileLimit(maxFileBytes, file)
  const made = new ByteSink(maxFileBytes, overFileLimit)
  const gzip = zipped ? new Gzip({ mtime: 0 }, (piece) => made.push(piece)) : null
  const push = (piece: Uint8Array, last = false) => (gzip === null ? made.push(piece) : gzip.push(piece, last))
  // One file at a time: all of them together may be many times what fits into an archive.
  for (const found of files) {
    const bytes = found.kind === 'file' ? await ctx.fs.readFileBuffer(found.path) : new Uint8Array(0)
    for (const piece of tarPieces({ ...found, bytes })) push(piece)
  }
  push(TAR_END, true)
  const listing = switches.has('v') ? files.map((found) => `${found.name}\n`).join('') : ''
  if (file === '-') return { ...printedBytes(made.take()), stderr: notes + listing }
  await assertRoom(ctx, [{ path: target, size: made.length }])
  await ctx.fs.writeFile(target, made.take())
  return { ...printed(listing), stderr: notes }
}

/** The archive without gzip around it; it may be as large as all that it can bring. */
function plain(archive: Uint8Array, maxBytes: number): Uint8Array {
  if (archive[0] !== 0x1f || archive[1] !== 0x8b) return archive
  const sink = new ByteSink(maxBytes, overTotal)
  gunzipInto(archive, sink)
  return sink.take()
}

/** Writes entries below the directory; what went wrong with one of them goes to `problems`, and the rest goes on. */
async function extract(
  wanted: readonly TarEntry[],
  { switches, values }: CommandLine,
  ctx: ResolvedCommandContext,
  done: string[],
  problems: string[],
): Promise<void> {
  const target = new ExtractionTarget(ctx.fs, pathIn(ctx, values.get('C') ?? '.'))
  const strip = Number(values.get('strip-components') ?? 0)
  const places = wanted
    .map((entry) => ({ entry, path: target.pathOf(entry.name, strip) }))
    .filter(({ path }) => path !== '')
  const sizes = new Map(wanted.map(({ name, bytes }) => [name, bytes.length]))
  await assertRoom(
    ctx,
    places.map(({ entry, path }) => ({ path, size: sizes.get(entry.kind === 'same' ? entry.link : entry.name) ?? 0 })),
  )
  const directories: { path: string; entry: TarEntry }[] = []
  for (const { entry, path } of places) {
    try {
      await extractOne(entry, path)
      done.push(entry.name)
    } catch (error) {
      const reason = reasonOf(error)
      problems.push(`tar: ${reason.startsWith(entry.name) ? '' : `${entry.name}: `}${reason}\n`)
    }
  }
  // Last, because each file that comes into a directory changes that one's time.
  for (const { path, entry } of directories.toReversed()) {
    await ctx.fs.chmod(path, entry.mode & 0o777)
    if (!switches.has('m')) await ctx.fs.utimes(path, new Date(entry.modifiedAt), new Date(entry.modifiedAt))
  }

  async function extractOne(entry: TarEntry, path: string): Promise<void> {
    const { name, kind, mode } = entry
    if (kind === 'directory') {
      await target.makeDirectory(path, name)
      directories.push({ path, entry })
      return
    }
    if (kind === 'other') throw new Error('devices and pipes do not exist here')
    if (switches.has('k') && (await target.isTaken(path, name))) throw new Error('Cannot open: File exists')
    if (kind === 'link') return target.link(path, name, entry.link)
    // A second name becomes a copy, as everywhere in the workspace.
    const bytes = kind === 'same' ? await target.read(target.pathOf(entry.link, strip), name) : entry.bytes
    await target.write(path, name, bytes, mode, switches.has('m') ? null : entry.modifiedAt)
  }
}

/** A pattern fits a whole name, or any run of its parts: what is named so, and what lies in it. */
function isExcluded(name: string, pattern: string): boolean {
  const parts = name.split('/').filter((part) => part !== '')
  const wanted = pattern.replace(/\/$/u, '')
  if (matchesWildcard(wanted, name)) return true
  return parts.some((_, from) =>
    parts.some((__, to) => to >= from && matchesWildcard(wanted, parts.slice(from, to + 1).join('/'))),
  )
}

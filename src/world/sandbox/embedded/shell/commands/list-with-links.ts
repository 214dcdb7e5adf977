import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { escapeMarks } from '../../../workspace-path.ts'
import { pathIn } from './command-input.ts'

/** The library's long lines: type and rights, owner, size, date, name with perhaps a sign of its kind behind it. */
const LONG_LINE = /^([d-])(?:[r-][w-][x-]){3}( 1 user user +)(\S+)( [A-Z][a-z]{2} [ \d]\d +[\d:]{4,5} )(.+)$/u
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const HALF_A_YEAR_MS = 15_778_476_000

/**
 * ls with links as links and with the rights that a file has; the library shows what a link leads to, and the same
 * rights for all. A mark that hides or reorders text is written as `\uXXXX`, because no other tool takes such a name.
 */
export async function listWithLinks(
  args: string[],
  original: (args: string[]) => Promise<ExecResult>,
  ctx: ResolvedCommandContext,
): Promise<ExecResult> {
  const options = args.filter((arg, i) => isOption(args, i) && arg !== '--')
  const operands = args.filter((arg, i) => !isOption(args, i) && arg !== '--')
  const isLong = options.some((option) => /^-[a-zA-Z]*l/u.test(option))
  const asItself = isLong || options.some((option) => /^-[a-zA-Z]*d/u.test(option))
  const links: string[] = []
  for (const operand of operands)
    if (!operand.endsWith('/') && (await isLink(ctx, operand)) && (asItself || !(await leadsSomewhere(ctx, operand))))
      links.push(operand)
  const rest = operands.filter((operand) => !links.includes(operand))
  const own = await Promise.all(links.map((link) => (isLong ? longLink(ctx, pathIn(ctx, link), link) : link)))
  const listed =
    links.length > 0 && rest.length === 0
      ? { stdout: '', stderr: '', exitCode: 0 }
      : await original(links.length === 0 ? args : [...options, '--', ...rest])
  const stdout = isLong ? await withLinks(listed.stdout, rest, ctx) : listed.stdout
  const text = own.map((line) => `${line}\n`).join('') + stdout
  return { ...listed, stdout: text.split('\n').map(escapeMarks).join('\n') }
}

function isOption(args: readonly string[], at: number): boolean {
  const end = args.indexOf('--')
  return (args[at] ?? '').startsWith('-') && args[at] !== '-' && (end === -1 || at <= end)
}

/** The listing with each line written anew from what stands there. */
async function withLinks(listing: string, operands: readonly string[], ctx: ResolvedCommandContext): Promise<string> {
  const [only] = operands
  const isDirectory = async (path: string) => (await ctx.fs.exists(path)) && (await ctx.fs.stat(path)).isDirectory
  const start = operands.length > 1 ? '.' : (only ?? '.')
  let directory = (await isDirectory(pathIn(ctx, start))) ? pathIn(ctx, start) : ctx.cwd
  const lines: string[] = []
  let isFirst = true
  for (const line of listing.split('\n')) {
    const heading = isFirst && line.endsWith(':') ? line.slice(0, -1) : null
    // A line of an operand that is a file may stand after a directory's, without a heading.
    if (isFirst) directory = heading === null ? (lines.length === 0 ? directory : ctx.cwd) : pathIn(ctx, heading)
    lines.push(heading === null ? await anew(line, directory, ctx) : line)
    isFirst = line === ''
  }
  return lines.join('\n')
}

async function anew(line: string, directory: string, ctx: ResolvedCommandContext): Promise<string> {
  const [, kind, owner, size, date, shown = ''] = LONG_LINE.exec(line) ?? []
  if (kind === undefined || shown === '.' || shown === '..') return line
  for (const name of /[/@*]$/u.test(shown) ? [shown, shown.slice(0, -1)] : [shown]) {
    const path = ctx.fs.resolvePath(directory, name)
    if (!(await isThere(ctx, path))) continue
    const stat = await ctx.fs.lstat(path)
    if (stat.isSymbolicLink) return longLink(ctx, path, name.replace(/\/$/u, ''))
    return `${kind}${rights(stat.mode)}${owner}${size}${date}${shown}`
  }
  return line
}

async function longLink(ctx: ResolvedCommandContext, path: string, name: string): Promise<string> {
  const { mode, mtime, size } = await ctx.fs.lstat(path)
  const line = [`l${rights(mode)}`, '1 user user', String(size).padStart(5), dateOf(mtime), name]
  return `${line.join(' ')} -> ${await ctx.fs.readlink(path)}`
}

function rights(mode: number): string {
  return Array.from({ length: 9 }, (_, i) => ((mode >> (8 - i)) & 1 ? 'rwx'.charAt(i % 3) : '-')).join('')
}

/** As the library writes dates: with the time where it is within half a year of now, else with the year. */
function dateOf(time: Date): string {
  const day = `${MONTHS[time.getMonth()] ?? ''} ${String(time.getDate()).padStart(2)}`
  if (Math.abs(Date.now() - time.getTime()) > HALF_A_YEAR_MS) return `${day}  ${time.getFullYear()}`
  const [hours, minutes] = [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${day} ${hours}:${minutes}`
}

async function isLink(ctx: ResolvedCommandContext, operand: string): Promise<boolean> {
  const path = pathIn(ctx, operand)
  return (await isThere(ctx, path)) && (await ctx.fs.lstat(path)).isSymbolicLink
}

function leadsSomewhere(ctx: ResolvedCommandContext, operand: string): Promise<boolean> {
  return ctx.fs.exists(pathIn(ctx, operand))
}

function isThere(ctx: ResolvedCommandContext, path: string): Promise<boolean> {
  return ctx.fs.lstat(path).then(
    () => true,
    () => false,
  )
}

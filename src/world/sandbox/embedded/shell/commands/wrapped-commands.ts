import type { CustomCommand } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { printed } from './command-result.ts'
import { wrapper } from './define.ts'
import { withHidden } from './hidden-below.ts'
import { isRefused } from './refused-commands.ts'

/** Options of xargs that take a value, and those that do not. */
const XARGS = { valued: 'IdnPLsE', plain: '0trxp' } as const

/** The library's own commands where their options or their output differ from what scripts rely on. */
export function wrappedCommands(): CustomCommand[] {
  return [
    wrapper('xargs', (args, original) => original(byLine(detached(args)))),
    wrapper('paste', (args, original) => original(pasteArguments(args))),
    ...['grep', 'egrep', 'fgrep'].map((name) =>
      wrapper(name, async (args, original, ctx) => {
        const joined = joinedValues(args)
        const result = await original(await withHidden(joined, ctx))
        return { ...result, stdout: withDotPrefix(joined, result.stdout) }
      }),
    ),
    ...['md5sum', 'sha1sum', 'sha256sum'].map((name) =>
      wrapper(name, async (args, original) => {
        const result = await original(args)
        const errors = new RegExp(`^${name}: .*\\n`, 'gmu')
        const messages = result.stdout.match(errors) ?? []
        return { ...result, stdout: result.stdout.replace(errors, ''), stderr: result.stderr + messages.join('') }
      }),
    ),
    wrapper('env', async (args, original, ctx) =>
      args.length === 0 ? printed(listed(ctx.exportedEnv)) : original(args),
    ),
    wrapper('printenv', async (args, original, ctx) =>
      args.length === 0 ? printed(listed(ctx.exportedEnv)) : original(args),
    ),
    wrapper('which', async (args, original) => {
      const refused = args.filter((arg) => isRefused(arg))
      if (refused.length === 0) return original(args)
      const rest = args.filter((arg) => !isRefused(arg))
      const found = rest.length === 0 ? { stdout: '', stderr: '' } : await original(rest)
      return { ...found, exitCode: 1 }
    }),
    wrapper('diff', async (args, original, ctx) => {
      const plain = args
        .filter((arg) => arg !== '-r' && arg !== '--recursive' && arg !== '-N')
        .map((arg) => (/^-[urNq]+$/u.test(arg) ? arg.replace(/[rN]/gu, '') : arg))
      const operands = args.filter((arg) => !arg.startsWith('-'))
      const [a, b] = operands
      const recursive = args.some((arg) => /^-[a-zA-Z]*r/u.test(arg) || arg === '--recursive')
      if (!recursive || a === undefined || b === undefined) return tidy(await original(plain))
      const options = plain.filter((arg) => arg.startsWith('-') && arg !== '-')
      return diffDirectories(a, b, (x, y) => original([...options, x, y]), ctx)
    }),
  ]
}

/** Long options of grep whose value may be the next word; the library's grep reads it behind `=` only. */
const GREP_VALUED = new Set(['--include', '--exclude', '--exclude-dir', '--max-count'])
/** Those that it knows by their letter only. */
const GREP_LETTERS: ReadonlyMap<string, string> = new Map([
  ['--regexp', '-e'],
  ['--after-context', '-A'],
  ['--before-context', '-B'],
  ['--context', '-C'],
])

function joinedValues(args: readonly string[]): string[] {
  const out: string[] = []
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') return [...out, arg, ...rest]
    const [name = '', attached] = arg.split(/=(.*)/su)
    const letter = GREP_LETTERS.get(name)
    if (letter !== undefined) out.push(letter, attached ?? rest.shift() ?? '')
    else if (GREP_VALUED.has(arg)) out.push(`${arg}=${rest.shift() ?? ''}`)
    else out.push(arg)
  }
  return out
}

/** `-n2`, `-I{}` and `-0n1` as the separate words that the library's xargs reads. */
function detached(args: readonly string[]): string[] {
  const out: string[] = []
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('-') || arg === '-' || arg.startsWith('--')) {
      const known: Record<string, string> = {
        '--max-args': '-n',
        '--replace': '-I',
        '--delimiter': '-d',
        '--max-procs': '-P',
      }
      const [name = '', value] = arg.split('=', 2)
      const short = known[name]
      if (short !== undefined) {
        out.push(short, value ?? rest.shift() ?? '')
        continue
      }
      out.push(arg)
      // The command begins here: its arguments are its own.
      if (!arg.startsWith('--')) return [...out, ...rest]
      continue
    }
    for (let at = 1; at < arg.length; at += 1) {
      const letter = arg.charAt(at)
      if (XARGS.valued.includes(letter)) {
        // One line at a time is the same as one item at a time split at line ends.
        const value = arg.slice(at + 1) === '' ? (rest.shift() ?? '') : arg.slice(at + 1)
        if (letter === 'L') out.push('-d', '\n', '-n', value)
        else out.push(`-${letter}`, value)
        break
      }
      out.push(`-${letter}`)
    }
  }
  return out
}

/** With `-I` an item is a whole line, not a word. */
function byLine(args: string[]): string[] {
  return args.includes('-I') && !args.includes('-d') && !args.includes('-0') ? ['-d', '\n', ...args] : args
}

function pasteArguments(args: readonly string[]): string[] {
  const out: string[] = []
  let operands = 0
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const joined = /^-(s?)d(.*)$/u.exec(arg)
    if (joined !== null) {
      if (joined[1] === 's') out.push('-s')
      out.push('-d', joined[2] === '' ? (rest.shift() ?? '') : (joined[2] ?? ''))
      continue
    }
    if (!arg.startsWith('-') || arg === '-') operands += 1
    out.push(arg)
  }
  return operands === 0 ? [...out, '-'] : out
}

/** Paths found below `.` start with `./` in every other grep, and scripts strip that. */
function withDotPrefix(args: readonly string[], output: string): string {
  const operands = args.filter((arg) => !arg.startsWith('-'))
  const recursive = args.some((arg) => /^-[a-zA-Z]*[rR]/u.test(arg) || arg === '--recursive')
  const named = !args.some((arg) => /^-[a-zA-Z]*[hq]/u.test(arg) || arg === '--no-filename')
  if (!recursive || !named || output === '') return output
  if (operands.includes('./')) return output.replace(/^\.\/\//gmu, './')
  if (!operands.includes('.') || operands.length > 2) return output
  return output.replace(/^(?!--$|Binary file )(?=.)/gmu, './')
}

function listed(env: Readonly<Record<string, string>> | undefined): string {
  return Object.entries(env ?? {})
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** Without the line that the library's diff adds on top, and with ranges of one line as others write them. */
function tidy<T extends { stdout: string }>(result: T): T {
  const stdout = result.stdout.replace(/^=+\n(?=--- )/gmu, '').replace(/^@@ -(\d+),1 \+(\d+),1 @@/gmu, '@@ -$1 +$2 @@')
  return { ...result, stdout }
}

async function diffDirectories(
  a: string,
  b: string,
  compare: (a: string, b: string) => Promise<{ stdout: string; stderr: string; exitCode: number }>,
  ctx: Parameters<Parameters<typeof wrapper>[1]>[2],
): Promise<{ stdout: string; stderr: string; exitCode: number }> {
  const isDirectory = async (path: string) => (await ctx.fs.exists(path)) && (await ctx.fs.stat(path)).isDirectory
  if (!(await isDirectory(pathIn(ctx, a))) || !(await isDirectory(pathIn(ctx, b)))) return tidy(await compare(a, b))
  const [left, right] = [await ctx.fs.readdir(pathIn(ctx, a)), await ctx.fs.readdir(pathIn(ctx, b))]
  const total = { stdout: '', stderr: '', exitCode: 0 }
  for (const name of [...new Set([...left, ...right])].toSorted()) {
    if (!left.includes(name) || !right.includes(name)) {
      total.stdout += `Only in ${left.includes(name) ? a : b}: ${name}\n`
      total.exitCode = Math.max(total.exitCode, 1)
      continue
    }
    const one = await diffDirectories(`${a}/${name}`, `${b}/${name}`, compare, ctx)
    total.stdout += one.stdout
    total.stderr += one.stderr
    total.exitCode = Math.max(total.exitCode, one.exitCode)
  }
  return total
}

import type { ExecResult, ResolvedCommandContext } from 'just-bash/browser'
import { pathIn } from './command-input.ts'
import { failed, printed, reasonOf } from './command-result.ts'
import { matchesWildcard } from './wildcard.ts'

interface Tests {
  names: { pattern: string; fold: boolean }[]
  least: number
  most: number
  remove: boolean
  end: string
}

/**
 * `find [PATH]… -type l` with -name, -iname, -mindepth, -maxdepth, -print, -print0 and -delete: the library's find
 * knows no links. Null where it is not asked for links; what else stands beside `-type l` is refused by name.
 */
export async function findLinks(args: readonly string[], ctx: ResolvedCommandContext): Promise<ExecResult | null> {
  if (!args.some((arg, i) => arg === '-type' && args[i + 1] === 'l')) return null
  const first = args.findIndex((arg) => /^[-!(]/u.test(arg))
  const starts = first === 0 ? ['.'] : args.slice(0, first)
  const tests: Tests = { names: [], least: 0, most: Infinity, remove: false, end: '\n' }
  const rest = args.slice(first)
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-print') continue
    if (word === '-delete') tests.remove = true
    else if (word === '-print0') tests.end = '\0'
    else if (word === '-type' && rest[0] === 'l') rest.shift()
    else if (word === '-name' || word === '-iname')
      tests.names.push({ pattern: rest.shift() ?? '', fold: word === '-iname' })
    else if (word === '-mindepth' || word === '-maxdepth') {
      const depth = rest.shift() ?? ''
      if (!/^\d+$/u.test(depth)) return failed('find', `${word}: expected a number, not '${depth}'`)
      tests[word === '-mindepth' ? 'least' : 'most'] = Number(depth)
    } else return failed('find', `${word} does not work together with -type l here; pipe the names into what you need`)
  }
  if (tests.names.some(({ pattern }) => pattern.includes('[')))
    return failed('find', 'a set [...] in -name does not work together with -type l here')
  return walk(starts, tests, ctx)
}

async function walk(starts: readonly string[], tests: Tests, ctx: ResolvedCommandContext): Promise<ExecResult> {
  const found: string[] = []
  let problems = ''
  const see = async (shown: string, depth: number): Promise<void> => {
    const path = pathIn(ctx, shown)
    const stat = await ctx.fs.lstat(path)
    if (stat.isDirectory && depth < tests.most)
      for (const child of (await ctx.fs.readdir(path)).toSorted())
        await see(`${shown.endsWith('/') ? shown : `${shown}/`}${child}`, depth + 1)
    if (!stat.isSymbolicLink || depth < tests.least || !isNamed(shown, tests)) return
    found.push(shown)
    if (tests.remove) await ctx.fs.rm(path)
  }
  for (const start of starts) {
    try {
      await see(start, 0)
    } catch (error) {
      problems += `find: ${start}: ${reasonOf(error)}\n`
    }
  }
  const text = tests.remove && tests.end === '\n' ? '' : found.map((path) => `${path}${tests.end}`).join('')
  return { ...printed(text), stderr: problems, exitCode: problems === '' ? 0 : 1 }
}

function isNamed(shown: string, { names }: Tests): boolean {
  const name = shown.slice(shown.lastIndexOf('/') + 1)
  return names.every(({ pattern, fold }) =>
    fold ? matchesWildcard(pattern.toLowerCase(), name.toLowerCase()) : matchesWildcard(pattern, name),
  )
}

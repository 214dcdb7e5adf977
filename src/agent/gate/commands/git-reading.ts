import { exact, type Argument } from './argument.ts'
import { isComputedName } from './computed-names.ts'
import type { GitTable } from './git-tables.ts'
import type { Judge } from './judge.ts'
import { isClear } from './optioned.ts'
import { parseOptions, type Parsed } from './options.ts'
import { isSecret } from './paths.ts'
import { mayNameSecret } from './secret-globs.ts'

/** Subcommands that print what is in the files they are given. */
const PRINTS_FILES = new Set(
  'diff blame annotate grep show whatchanged diff-tree diff-index diff-files range-diff stash interpret-trailers'.split(
    ' ',
  ),
)
/** Options by which a history prints them too. */
const PRINTS_CHANGES = new Set(
  'p u c cc m L G S U W patch unified patch-with-stat patch-with-raw function-context binary dd remerge-diff diff-merges'.split(
    ' ',
  ),
)

/** Notes what the options of a subcommand do besides what its name says; null where they cannot be told. */
export function gitOptions(judge: Judge, name: string, args: readonly Argument[], table: GitTable): Parsed | null {
  const parsed = parseOptions(args, table)
  if (!isClear(judge, `git ${name}`, parsed)) return null
  const writes = new Set((table.writes ?? '').split(' '))
  const destroys = new Set((table.destroys ?? '').split(' '))
  const reads = new Set((table.reads ?? '').split(' '))
  for (const option of parsed.options) {
    const { value } = option
    if (writes.has(option.name)) {
      if (value === null) judge.found('destructive-local', 'writes a file')
      else judge.writes(value)
    }
    if (reads.has(option.name) && value !== null && isComputedName(value))
      judge.found('destructive-local', `reads ${value.shown}: which file that is, is only known when it runs`)
    if (reads.has(option.name) && value !== null) showsFile(judge, option.name === 'L' ? behindRange(value) : value)
    if (destroys.has(option.name)) {
      const written = `${option.name.length === 1 ? '-' : '--'}${option.name}${value === null ? '' : ` ${value.shown}`}`
      judge.found('destructive-local', `runs git ${name} with ${written}, which may start a program or overwrite files`)
    }
    if (value !== null && /^(?:format|pretty|sort|group)$/u.test(option.name)) asksForSignatures(judge, name, value)
  }
  return parsed
}

/** A format or an order can ask for signatures, which another program checks. */
function asksForSignatures(judge: Judge, name: string, value: Argument): void {
  if (value.text === null || /%G|\bsignature\b/u.test(value.text))
    judge.found('destructive-local', `runs git ${name} with a format that starts a program`)
}

/** Judges a subcommand that only reads. Where no option of it does more, `table` is null. */
export function readsOnly(judge: Judge, name: string, args: readonly Argument[], table: GitTable | null): void {
  if (table === null) {
    const { unresolved } = parseOptions(args, {})
    if (unresolved !== null)
      judge.found('destructive-local', `runs git ${name} with ${unresolved.shown}, which may turn out to be an option`)
    for (const argument of args) if (/^--(?:fo|so)|%\(/u.test(argument.prefix)) asksForSignatures(judge, name, argument)
    return
  }
  const parsed = gitOptions(judge, name, args, table)
  if (parsed === null) return
  const has = (names: ReadonlySet<string>): boolean => parsed.options.some((option) => names.has(option.name))
  const prints = PRINTS_FILES.has(name) || ((name === 'log' || name === 'reflog') && has(PRINTS_CHANGES))
  if (!prints) return
  // The first operand of a search is what is looked for.
  const patternGiven = name !== 'grep' || has(new Set(['e', 'f']))
  for (const operand of parsed.operands.slice(patternGiven ? 0 : 1)) showsFile(judge, operand)
}

/** Notes where what it shows is a file with keys or tokens. */
export function showsFile(judge: Judge, file: Argument): void {
  // Git reads patterns itself, in quotes too, and words of its own in front of them.
  const pattern = (file.text ?? file.prefix).replace(/^:(?:\([^)]*\)|[!^/]+)/u, '')
  if (isSecret(file) || isSecret(exact(pattern)) || mayNameSecret(pattern))
    judge.found('credential-access', `reads ${file.shown}`)
}

/** The file in `-L from,to:file` and `-L :function:file`. */
function behindRange(value: Argument): Argument {
  const { text, shown } = value
  const last = (of: string): string => of.slice(of.lastIndexOf(':') + 1)
  return text === null ? { ...value, prefix: last(value.prefix), shown: last(shown) } : exact(last(text))
}

import type { ShellCommand, ShellRedirection, ShellScript } from '#contracts/ports/shell-grammar.ts'
import { expandWords } from './expand-word.ts'
import { listsNames, picksLines, readsFile } from './lists-names.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import type { Scope } from './scope.ts'
import { mayBegin } from './secret-globs.ts'

/** Letters that are written as numbers, and places for something else than a text. */
const ESCAPED = /\\[x0-7uU]|%[^s%]/u

/**
 * True unless what these print in the end are names of what is there, or a text that stands in the script as it is
 * printed. What stands in files, or was put together, may be the name of anything.
 */
export function mayNameAnything(pipeline: readonly ShellCommand[], scope: Scope): boolean {
  const [first, ...more] = pipeline
  if (first === undefined) return false
  return printsAnything(first, scope, false) || more.some((command) => changesNames(command, scope))
}

/** True where names that are piped into a command may come out as any other. */
export function changesNames(command: ShellCommand, scope: Scope): boolean {
  return readsFile(command) || !picksLines(command, scope)
}

/** The commands of a script, as if all of them printed into one place. */
export function scriptMayNameAnything({ statements }: ShellScript, scope: Scope): boolean {
  return statements.some(({ pipelines }) => pipelines.some(({ commands }) => mayNameAnything(commands, scope)))
}

/** `fed`: a text that stands in the script, or names, are piped into what stands around. */
function printsAnything(command: ShellCommand, scope: Scope, fed: boolean): boolean {
  const scripts = command.redirections.flatMap(printedInto)
  if (scripts.some((script) => scriptMayNameAnything(script, scope))) return true
  if (scripts.length === 0 && readsFile(command)) return true
  const isFed = fed || scripts.length > 0 || command.redirections.some(({ operator }) => operator.startsWith('<<'))
  if (command.kind === 'group' || command.kind === 'subshell')
    return command.body.some(({ pipelines }) =>
      pipelines.some(({ commands: [first, ...more] }) => {
        if (first !== undefined && printsAnything(first, scope, isFed)) return true
        return more.some((each) => changesNames(each, scope))
      }),
    )
  if (listsNames(command, scope)) return false
  if (command.kind !== 'simple' || command.assignments.length > 0) return true
  const [program = '', ...words] = command.words.map((word) => plainText(word) ?? '')
  if (!/^(?:echo|printf)$/u.test(programName(program))) return !isFed || !picksLines(command, scope)
  return (
    words.some((word) => ESCAPED.test(word) || mayBegin(word)) ||
    expandWords(command.words, scope).some(({ computed }) => computed)
  )
}

/** The script whose output is read, as in `< <(…)`. */
function printedInto({ operator, target: { parts } }: ShellRedirection): readonly ShellScript[] {
  const [only] = parts
  return operator === '<' && only?.kind === 'process' ? [only.script] : []
}

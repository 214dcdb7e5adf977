import type { ShellBody, ShellCommand, ShellRedirection, ShellScript } from '#contracts/ports/shell-grammar.ts'
import { expandWords } from './expand-word.ts'
import { listsNames, picksLinesOfInput, picksNames, readsFile } from './lists-names.ts'
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
export function isRemade(pipeline: readonly ShellCommand[], scope: Scope): boolean {
  const [first, ...more] = pipeline
  if (first === undefined) return false
  if (!more.every(picksNames) || readsNames(first, scope)) return true
  return inside(first).some((command) => {
    if (readsNames(command, scope)) return true
    if (listsNames(command)) return false
    if (command.kind !== 'simple' || command.assignments.length > 0) return true
    const [program = '', ...words] = command.words.map((word) => plainText(word) ?? '')
    if (!/^(?:echo|printf)$/u.test(programName(program)))
      return !(isFed(first) || isFed(command)) || !picksLinesOfInput(command)
    return (
      words.some((word) => ESCAPED.test(word) || mayBegin(word)) ||
      expandWords(command.words, scope).some(({ computed }) => computed)
    )
  })
}

/** All the commands of a script, as if they stood in one pipeline. */
export function commandsOf({ statements }: { readonly statements: ShellBody }): readonly ShellCommand[] {
  return statements.flatMap(({ pipelines }) => pipelines.flatMap(({ commands }) => commands))
}

/** A group's own commands. */
function inside(command: ShellCommand): readonly ShellCommand[] {
  if (command.kind !== 'group' && command.kind !== 'subshell') return [command]
  return commandsOf({ statements: command.body }).flatMap(inside)
}

/** True where its input is a file, or what was put together. */
function readsNames(command: ShellCommand, scope: Scope): boolean {
  const scripts = command.redirections.flatMap(printedInto)
  if (scripts.length === 0) return readsFile(command)
  return scripts.some((script) => isRemade(commandsOf(script), scope))
}

/** True where its input is a text that stands in the script, or what other commands print. */
function isFed({ redirections }: ShellCommand): boolean {
  return redirections.some((one) => one.operator.startsWith('<<') || printedInto(one).length > 0)
}

/** The script whose output is read, as in `< <(…)`. */
function printedInto({ operator, target: { parts } }: ShellRedirection): readonly ShellScript[] {
  const [only] = parts
  return operator === '<' && only?.kind === 'process' ? [only.script] : []
}

import type { ShellCommand, ShellRedirection, ShellScript } from '#contracts/ports/shell-grammar.ts'
import { isSecretFile } from '#tools/secret-files.ts'
import { expandIn, expandWords, textOf } from './expand-word.ts'
import { listsNames, nextStage, picksLines, printsNamedLines, readsFile, type Stage } from './lists-names.ts'
import { namesIn } from './names-in-text.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import type { Scope } from './scope.ts'
import { mayBegin } from './secret-globs.ts'

/** Letters that are written as numbers, ends of what is printed, and places for something else than a text. */
const ESCAPED = /\\[x0-7uUc]|%[^s%]/u
/** Formats of which each word is printed alone. */
const WORD_BY_WORD = /^(?:%s(?:\\[n0t]|\s))+$/u

/**
 * What the first command of a pipeline prints: names of what is there, or a text that stands in the script as it is
 * printed; or anything, as what stands in files, or was put together, may be the name of anything.
 */
export function firstStage(command: ShellCommand, scope: Scope): Stage {
  if (printsNamedLines(command, expandIn(scope))) return 'named lines'
  return printsAnything(command, scope, false) ? 'anything' : 'names'
}

function mayNameAnything([first, ...more]: readonly ShellCommand[], scope: Scope): boolean {
  if (first === undefined) return false
  return (
    more.reduce<Stage>((before, command) => nextStage(before, command, expandIn(scope)), firstStage(first, scope)) !==
    'names'
  )
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
  const documents = command.redirections.filter(({ operator }) => operator.startsWith('<<'))
  if (documents.some(({ target }) => hidesNames(textOf(target, scope)))) return true
  const isFed = fed || scripts.length > 0 || documents.length > 0
  if (command.kind === 'group' || command.kind === 'subshell')
    return command.body.some(({ pipelines }) =>
      pipelines.some(({ commands: [first, ...more] }) => {
        if (first === undefined) return false
        const stage: Stage = printsAnything(first, scope, isFed) ? 'anything' : 'names'
        return more.reduce<Stage>((before, each) => nextStage(before, each, expandIn(scope)), stage) !== 'names'
      }),
    )
  if (listsNames(command, expandIn(scope))) return false
  if (command.kind !== 'simple' || command.assignments.length > 0) return true
  const [program = '', ...words] = command.words.map((word) => plainText(word) ?? '')
  const name = programName(program)
  if (name !== 'echo' && name !== 'printf') return !isFed || !picksLines(command, expandIn(scope))
  const printed = expandWords(command.words, scope).slice(1)
  if (printed.some(({ computed, given }) => computed === true || given === true)) return true
  if (words.some((word) => ESCAPED.test(word) || hidesNames(word.replaceAll(/\\[nt0]/gu, ' ')))) return true
  const [format = ''] = words
  return name === 'echo' ? /^-[neE]/u.test(format) : /%/u.test(format) && !WORD_BY_WORD.test(format)
}

/** True where a text is not known, or where a piece of it may be or become the name of a file that holds keys. */
function hidesNames(text: string | null): boolean {
  return text === null || namesIn(text).some((name) => isSecretFile(name) || mayBegin(name))
}

/** The script whose output is read, as in `< <(…)`. */
function printedInto({ operator, target: { parts } }: ShellRedirection): readonly ShellScript[] {
  const [only] = parts
  return operator === '<' && only?.kind === 'process' ? [only.script] : []
}

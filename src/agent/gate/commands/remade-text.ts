import type { ShellBody, ShellCommand } from '#contracts/ports/shell-grammar.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import { mayBegin } from './secret-globs.ts'

/** Programs that make other words of those which they read. */
const REMAKES = new Set(
  'rev tr sed gsed awk gawk mawk nawk cut paste join base64 base32 basenc xxd fold iconv jq gojq yq'.split(' '),
)
/** Letters that are written as numbers, and places for something else than a text. */
const ESCAPED = /\\[x0-7uU]|%[^s%]/u

/** True where what these print in the end was made out of a text that stands in the script: any name may be hidden in it. */
export function isRemade(pipeline: readonly ShellCommand[]): boolean {
  const [first, ...more] = pipeline
  if (first === undefined) return false
  const starts = inside(first)
  const printing = starts.filter((command) => /^(?:echo|printf)$/u.test(programOf(command)))
  const fed = [first, ...starts].some(({ redirections }) =>
    redirections.some(({ operator }) => operator.startsWith('<<')),
  )
  if (printing.length === 0 && !fed) return false
  if (printing.some((command) => wordsOf(command).some((word) => ESCAPED.test(word) || mayBegin(word)))) return true
  return [...starts, ...more.flatMap(inside)].some((command) => REMAKES.has(programOf(command)) || cutsLetters(command))
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

function cutsLetters(command: ShellCommand): boolean {
  return /^(?:head|tail)$/u.test(programOf(command)) && wordsOf(command).some((word) => /^(?:-\w*c|--b)/u.test(word))
}

function programOf(command: ShellCommand): string {
  return programName(wordsOf(command)[0] ?? '')
}

/** Its words, without those that are only known when it runs. */
function wordsOf(command: ShellCommand): readonly string[] {
  return command.kind === 'simple' ? command.words.map((word) => plainText(word) ?? '') : []
}

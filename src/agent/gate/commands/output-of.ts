import type { ShellScript } from '#contracts/ports/shell-grammar.ts'
import { printsNames, type Expand } from './lists-names.ts'
import { plainText } from './plain-text.ts'
import { NAMES, NUMBER, UNKNOWN, writtenValue, type Value } from './value.ts'

const WORD: Value = { kind: 'word' }
const PATH: Value = { kind: 'path' }

/**
 * What a substitution can only print: a known text, a number, a word that is no option, a path; unknown where that is not
 * certain, and computed where these are no names of what is there. `expand` is null where only numbers matter.
 */
export function outputOf(script: ShellScript, expand: Expand | null): Value {
  const known = certainOutput(script)
  if (known.kind !== 'unknown' || expand === null) return known
  if (printsNames(script, expand)) return NAMES
  return writtenValue(printedText(script))
}

/** What `echo` and `printf` print of words that are known; null where that takes more than putting them together. */
export function printedBy(program: string, args: readonly string[]): string | null {
  if (args.some((text) => text.includes('\\'))) return null
  if (program === 'echo') {
    const words = args[0] === '-n' ? args.slice(1) : args
    return /^-[neE]+$/u.test(words[0] ?? '') ? null : words.join(' ')
  }
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args
  if (program !== 'printf' || format === undefined || format.startsWith('-')) return null
  const places = format.match(/%s/gu)?.length ?? 0
  if (/%(?!s)/u.test(format) || values.length > places) return null
  let at = 0
  return format.replace(/%s/gu, () => values[at++] ?? '')
}

/** What a single command prints; null where that is not known. */
function printedText({ statements: [statement, ...others] }: ShellScript): string | null {
  const [command, ...more] = statement?.pipelines.flatMap(({ commands }) => commands) ?? []
  if (command?.kind !== 'simple' || others.length > 0 || more.length > 0 || command.redirections.length > 0) return null
  const words = command.words.map(plainText)
  if (command.assignments.length > 0 || words.includes(null)) return null
  const [program = '', ...args] = words as string[]
  return printedBy(program, args)?.replace(/\n+$/u, '') ?? null
}

const HASH_FORMAT = /^--(?:format|pretty)=(?:format:)?%[hH]$/u

/** True where git prints hashes of commits alone: several, one a line, each of them a word. */
function printsHashes([command = '', ...args]: readonly string[]): boolean {
  const plain = args.filter((word) => !HASH_FORMAT.test(word))
  if (command !== 'rev-list' && (command !== 'log' || plain.length === args.length)) return false
  return plain.every((word) => /^(?:-\d+|-n|--|--all|--no-merges|[\w./][\w./~^-]*)$/u.test(word))
}

function certainOutput(script: ShellScript): Value {
  const [statement, ...others] = script.statements
  const [pipeline, ...more] = statement?.pipelines ?? []
  const command = pipeline?.commands.at(-1)
  if (pipeline === undefined || others.length > 0 || more.length > 0 || command?.kind !== 'simple') return UNKNOWN
  if (command.assignments.length > 0) return UNKNOWN
  const words = command.words.map(plainText)
  if (words.includes(null)) return UNKNOWN
  const [program = '', ...args] = words as string[]
  const reads = command.redirections.filter(({ operator }) => operator === '<')
  const piped = pipeline.commands.length > 1 || reads.length > 0
  const line = [program, ...args].join(' ')
  if (piped && /^wc -[lcmwL]$|^grep -c [\w.]+$/u.test(line)) return NUMBER
  // Several, one a line: where they are split, each is a number.
  if (/^seq(?: -?\d{1,9}){1,3}$/u.test(line)) return NUMBER
  if (/^(?:date \+%s|nproc|id -u|id -g|tput (?:cols|lines))$/u.test(line)) return NUMBER
  if (/^date \+(?:%[YmdHMSFTsjuy][-:_T.]?)+$/u.test(line)) return WORD
  if (program === 'git' && printsHashes(args)) return WORD
  if (/^(?:whoami|uname(?: -[smrn])?|arch|hostname|git branch --show-current)$/u.test(line)) return WORD
  if (
    /^git (?:merge-base [\w./~^-]+ [\w./~^-]+|rev-parse (?:--short |--abbrev-ref |--verify )?[A-Za-z][\w./~^]*)$/u.test(
      line,
    )
  )
    return WORD
  if (/^git describe(?: --tags| --abbrev=0| --always)*(?: [A-Za-z]\w*)?$/u.test(line)) return WORD
  if (/^(?:pwd(?: -[LP])?|git rev-parse --(?:show-toplevel|git-dir)|mktemp(?: -d)?)$/u.test(line)) return PATH
  return UNKNOWN
}

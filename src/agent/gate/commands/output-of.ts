import type { ShellScript } from '#contracts/ports/shell-grammar.ts'
import { plainText } from './plain-text.ts'
import { NUMBER, UNKNOWN, type Value } from './value.ts'

const WORD: Value = { kind: 'word' }
const PATH: Value = { kind: 'path' }

/** What a substitution can only print: a number, a word that is no option, a path; unknown where that is not certain. */
export function outputOf(script: ShellScript): Value {
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

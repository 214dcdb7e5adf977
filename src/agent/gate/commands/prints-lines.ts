import type { ShellCommand } from '#contracts/ports/shell-grammar.ts'
import { plainText } from './plain-text.ts'
import { programName } from './program-name.ts'
import type { Scope } from './scope.ts'

/** Programs that print lines of what is piped into them, or how many there are, and open no file that one of them names. */
const LINES = new Set('head tail wc sort uniq cut tr cat tac nl rev fold grep egrep fgrep jq'.split(' '))

/** True for one of these. Some take names from a list by an option (`--files0-from`). */
export function printsLines(command: ShellCommand, scope: Scope): boolean {
  if (command.kind !== 'simple') return false
  const [name, ...args] = command.words.map(plainText)
  if (typeof name !== 'string' || scope.defines(name) || !LINES.has(programName(name))) return false
  return args.every((text) => text !== null && !text.startsWith('--f'))
}

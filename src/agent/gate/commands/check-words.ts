import type { ShellArithmetic, ShellScript, ShellWord, ShellWordPart } from '#contracts/ports/shell-grammar.ts'
import { assignVariable, isPlainSubscript } from './assign-variable.ts'
import { expandWord } from './expand-word.ts'
import { looksAt } from './looks-at.ts'
import { outputOf } from './output-of.ts'
import { SECRET_NAME } from './paths.ts'
import { isNumeric, NUMBER, startsWithZero, UNKNOWN } from './value.ts'
import type { Walk } from './walk.ts'

const PARAMETER = /^(?:[A-Za-z_]\w*|\d+|[@*#?$!_-])$/u
/** Operations that POSIX has too. */
const COMMON = new Set(['default', 'assign', 'error', 'alternative', 'length', 'remove'])

/**
 * Judges what the expansion of a word runs, apart from the word that it makes. `pattern`: it stands where brackets are
 * no operators.
 */
export function checkWord(walk: Walk, word: ShellWord, pattern: boolean): void {
  for (const part of word.parts) checkPart(walk, part, pattern)
}

/** The same for several. */
export function checkWords(walk: Walk, words: readonly ShellWord[], pattern = false): void {
  for (const word of words) checkWord(walk, word, pattern)
}

function checkPart(walk: Walk, part: ShellWordPart, pattern: boolean): void {
  const { found } = walk
  const other = walk.shell === 'other'
  switch (part.kind) {
    case 'text':
      // Outside quotes these are operators. Where the parser leaves them in a text, it did not read what is there.
      if (!part.quoted && (pattern ? /`|\$[({]/u : /[()`]|\$\{/u).test(part.text)) found.evaluates(part.text)
      return
    case 'command':
      return substitution(walk, part.script)
    case 'process':
      if (other) found.foreign('<(…)')
      return substitution(walk, part.script)
    case 'arithmetic':
      return checkArithmetic(walk, part.expression)
    case 'brace':
      if (other) found.foreign('{…,…}')
      return checkWords(walk, part.items, pattern)
    case 'range':
      if (other) found.foreign('{…..…}')
      return
    case 'glob':
      // The parser keeps the inside of `@(…)` as it is written, and the shell expands it.
      if (/[$`<>]/u.test(part.pattern)) found.evaluates(part.pattern)
      if (other && /[()]/u.test(part.pattern)) found.foreign(part.pattern)
      return
    case 'parameter':
      return parameter(walk, part)
    case 'tilde':
      return
  }
}

function substitution(walk: Walk, script: ShellScript): void {
  const { feeds, names } = walk
  walk.feeds = true
  walk.names = true
  walk.apart(() => walk.script(script))
  walk.feeds = feeds
  walk.names = names
}

function parameter(walk: Walk, part: Extract<ShellWordPart, { kind: 'parameter' }>): void {
  const { found } = walk
  const { name, subscript, operation } = part
  if (name !== '' && !PARAMETER.test(name)) return found.evaluates(`\${${name}}`)
  if (name === '' && operation?.kind !== 'keys' && operation?.kind !== 'names') return found.evaluates('${…}')
  if (subscript !== null && !isPlainSubscript(walk, subscript)) found.evaluates(`\${${name}[${subscript}]}`)
  if (SECRET_NAME.test(name) && operation?.kind !== 'alternative' && operation?.kind !== 'length')
    found.note('credential-access', `reads $${name}`)
  if (operation === null) return
  const { kind, letter, words, arithmetic } = operation
  if (walk.shell === 'other' && !COMMON.has(kind)) found.foreign('${…}')
  // A name out of a variable may hold a subscript that runs something; `@P` expands the value once more.
  if (kind === 'indirect' || (kind === 'transform' && letter === 'P')) found.evaluates(`\${!${name}}`)
  checkWords(walk, words, true)
  // What stands in for the variable may be the name of a file.
  if (/^(?:default|assign|alternative|replace)$/u.test(kind))
    for (const word of words.slice(kind === 'replace' ? 1 : 0))
      for (const argument of expandWord(word, walk.scope)) looksAt(walk, '=', argument)
  for (const sum of arithmetic) checkArithmetic(walk, sum)
  if (kind === 'assign') assignVariable(walk, name, UNKNOWN, false)
}

/** Judges what an arithmetic expression runs: its own commands, and what a value such as `a[$(x)]` would. */
export function checkArithmetic(walk: Walk, sum: ShellArithmetic): void {
  const { found } = walk
  if (sum.opaque) found.evaluates('an expression')
  // A number such as 08 is none.
  if (sum.mayFail || sum.reads.some((name) => startsWithZero(walk.scope.value(name)))) walk.mayEnd()
  for (const text of sum.scripts) {
    walk.nested(text)
    const parsed = walk.grammar.parse(text)
    // What it prints is evaluated too.
    if (!parsed.ok || !isNumeric(outputOf(parsed.script, null))) found.evaluates(`$(${text})`)
  }
  for (const name of sum.reads) if (!isNumeric(walk.scope.value(name))) found.evaluates(`$((${name}))`)
  for (const name of sum.assigns) assignVariable(walk, name, NUMBER, false)
}

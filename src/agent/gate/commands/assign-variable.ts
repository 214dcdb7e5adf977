import type { ShellAssignment, ShellWord } from '#contracts/ports/shell-grammar.ts'
import { expandWord, textOf } from './expand-word.ts'
import { looksAt } from './looks-at.ts'
import { outputOf } from './output-of.ts'
import { isSteering, isSteeringExport } from './steering.ts'
import { isNumeric, NUMBER, UNKNOWN, type Value } from './value.ts'
import type { Walk } from './walk.ts'

const NAME = /^[A-Za-z_]\w*$/u
const SUBSCRIPT = /^(?:[@*]|-?\d{1,9})$/u
/** Variables whose new value the shell reads as an expression. */
const COUNTERS = new Set([
  'RANDOM',
  'SRANDOM',
  'SECONDS',
  'LINENO',
  'HISTCMD',
  'OPTIND',
  'EPOCHSECONDS',
  'EPOCHREALTIME',
  'BASHPID',
])
/** Variables that nobody may assign to. */
const FIXED = new Set(['UID', 'EUID', 'PPID', 'SHELLOPTS', 'BASHOPTS', 'BASH_VERSINFO'])
const EMPTY: Value = { kind: 'text', text: '' }

/** Notes that a variable gets a value; `exported`: programs see it. */
export function assignVariable(walk: Walk, name: string, value: Value, exported: boolean): void {
  const { found, scope } = walk
  if (!NAME.test(name)) return found.evaluates(name)
  const text = value.kind === 'text' ? value.text : null
  if (COUNTERS.has(name) && !isNumeric(value)) found.evaluates(name)
  // Where it is read-only by now, the assignment is an error.
  if (walk.volatile.has(name) || FIXED.has(name)) walk.mayEnd()
  if (name === 'IFS') scope.splits = false
  else if (exported ? isSteeringExport(name, text) : isSteering(name, text)) found.steers(name)
  scope.set(name, walk.volatile.has(name) ? UNKNOWN : value)
}

/** True where a subscript is evaluated without running anything. */
export function isPlainSubscript(walk: Walk, subscript: string): boolean {
  const name = subscript.replace(/^\$\{?(\w+)\}?$/u, '$1')
  return SUBSCRIPT.test(subscript) || (NAME.test(name) && isNumeric(walk.scope.value(name)))
}

/** Judges `name=value`, whose words were checked; `program` is what it stands before, null where it stands alone. */
export function judgeAssignment(walk: Walk, assignment: ShellAssignment, program: string | null): void {
  const { found, scope } = walk
  const { name, subscript, value, elements, append } = assignment
  if (walk.shell === 'other' && (append || elements !== null || subscript !== null)) found.foreign('an array or +=')
  if (subscript !== null && !isPlainSubscript(walk, subscript)) found.evaluates(`${name}[${subscript}]`)
  // `a=([$(…)]=x)`: the brackets are evaluated as well.
  for (const { parts } of elements ?? [])
    if (parts[0]?.kind === 'glob' && /^\[(?!\d+\])/u.test(parts[0].pattern)) found.evaluates(`${name}=(…)`)
  if (value !== null) for (const argument of expandWord(value, scope)) looksAt(walk, '=', argument)
  const whole = subscript === null && !append && elements === null
  const known = !whole ? UNKNOWN : value === null ? EMPTY : valueOf(walk, value)
  if (program === null) return assignVariable(walk, name, known, false)
  if (COUNTERS.has(name) && !isNumeric(known)) found.evaluates(name)
  // `IFS=, read a b` splits nothing but that line.
  if (name === 'IFS') scope.splits &&= program === 'read'
  else if (isSteeringExport(name, known.kind === 'text' ? known.text : null)) found.steers(name)
  // Before some builtins it stays.
  scope.set(name, UNKNOWN)
}

function valueOf({ scope }: Walk, word: ShellWord): Value {
  const [only] = word.parts
  if (word.parts.length === 1) {
    if (only?.kind === 'arithmetic') return NUMBER
    if (only?.kind === 'command') return outputOf(only.script)
    if (only?.kind === 'parameter' && only.subscript === null) {
      if (only.operation === null) return scope.value(only.name)
      if (only.operation.kind === 'length') return NUMBER
    }
  }
  // None of these is expanded in an assignment; the value is the pattern, which is expanded where it is used.
  if (word.parts.some(({ kind }) => kind === 'glob' || kind === 'brace' || kind === 'range')) return UNKNOWN
  const text = textOf(word, scope)
  return text === null ? UNKNOWN : { kind: 'text', text }
}

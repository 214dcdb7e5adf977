import type { ShellAssignment, ShellWord } from '#contracts/ports/shell-grammar.ts'
import type { Argument } from './argument.ts'
import { isTold } from './computed-names.ts'
import { expandIn, expandWord, textOf } from './expand-word.ts'
import { looksAt } from './looks-at.ts'
import { outputOf } from './output-of.ts'
import { mayBegin, mayNameSecret } from './secret-globs.ts'
import { isSteering, isSteeringExport } from './steering.ts'
import { GIVEN, isNumeric, NAMES, NUMBER, UNKNOWN, type Value } from './value.ts'
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
/** Characters of a value that is followed: a script that puts a value behind itself again and again doubles it each time. */
const MAX_VALUE = 20_000
/** Characters that are kept of how a value is written; more than any name of a file has. */
const MAX_WRITTEN = 300

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
  const followed = text === null || text.length <= MAX_VALUE ? value : UNKNOWN
  scope.set(name, walk.volatile.has(name) && followed.kind !== 'unknown' ? UNKNOWN : followed)
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
  const named = value === null ? [] : expandWord(value, scope)
  const inArray = (elements ?? []).flatMap((element) => expandWord(withoutKey(element), scope))
  const kept = program === null && subscript === null
  // What is only partly known is looked at where it is used.
  for (const argument of [...named, ...inArray])
    if (!kept || argument.text !== null || argument.many || elements !== null) looksAt(walk, '=', argument)
  const known = valueAfter(walk, assignment, [...named, ...inArray])
  if (program === null) return assignVariable(walk, name, known, false)
  if (COUNTERS.has(name) && !isNumeric(known)) found.evaluates(name)
  // `IFS=, read a b` splits nothing but that line.
  if (name === 'IFS') scope.splits &&= program === 'read'
  else if (isSteeringExport(name, known.kind === 'text' ? known.text : null)) found.steers(name)
  // Before some builtins it stays.
  scope.set(name, UNKNOWN)
}

/** What the variable holds afterwards. */
function valueAfter(walk: Walk, assignment: ShellAssignment, words: readonly Argument[]): Value {
  const { name, subscript, value, elements, append } = assignment
  if (subscript !== null || elements !== null) {
    const before = walk.scope.value(name)
    const computed =
      words.some((word) => word.computed === true || mayBegin(word.text ?? '')) ||
      ((append || subscript !== null) && isComputed(before))
    if (computed) return UNKNOWN
    return words.some(({ given }) => given) || isGiven(before) ? GIVEN : NAMES
  }
  const added = value === null ? EMPTY : valueOf(walk, value)
  if (!append) return added
  const before = walk.scope.value(name)
  if (before.kind === 'text' && added.kind === 'text') return { kind: 'text', text: before.text + added.text }
  // Of a parameter and more a name is put together.
  const computed = isComputed(before) || isComputed(added) || isGiven(before) || isGiven(added)
  return partlyKnown(writtenAs(before, name) + writtenAs(added, '…'), { computed })
}

/** A value of which no more is known than how it is written. */
export function partlyKnown(written: string, { computed, given }: Pick<Argument, 'computed' | 'given'>): Value {
  if (mayNameSecret(written))
    return {
      kind: 'unknown',
      written: written.slice(0, MAX_WRITTEN),
      computed: computed === true,
      given: given === true,
    }
  if (computed === true) return UNKNOWN
  return given === true ? GIVEN : NAMES
}

function writtenAs(value: Value, name: string): string {
  if (value.kind === 'text') return value.text
  return (value.kind === 'unknown' ? value.written : undefined) ?? `\${${name}}`
}

function isComputed(value: Value): boolean {
  return value.kind === 'unknown' && value.computed === true
}

function isGiven(value: Value): boolean {
  return value.kind === 'unknown' && value.given === true
}

/** The value in `[key]=value`, an element of an array. */
function withoutKey(element: ShellWord): ShellWord {
  const [key, next, ...more] = element.parts
  if (key?.kind !== 'glob' || next?.kind !== 'text' || !key.pattern.startsWith('[') || !next.text.startsWith('='))
    return element
  return { parts: [{ ...next, text: next.text.slice(1) }, ...more] }
}

function valueOf({ scope }: Walk, word: ShellWord): Value {
  const [only] = word.parts
  if (word.parts.length === 1) {
    if (only?.kind === 'arithmetic') return NUMBER
    if (only?.kind === 'command') return outputOf(only.script, expandIn(scope))
    if (only?.kind === 'parameter' && only.subscript === null) {
      if (only.operation === null) return scope.value(only.name)
      if (only.operation.kind === 'length') return NUMBER
    }
  }
  // None of these is expanded in an assignment; the value is the pattern, which is expanded where it is used.
  if (word.parts.some(({ kind }) => kind === 'glob' || kind === 'brace' || kind === 'range')) return NAMES
  const text = textOf(word, scope)
  if (text !== null) return { kind: 'text', text }
  const [whole] = expandWord(word, scope)
  // An end such as `.test.ts` tells enough of it.
  return partlyKnown(whole?.shown ?? '', whole === undefined || !isTold(whole) ? (whole ?? {}) : {})
}

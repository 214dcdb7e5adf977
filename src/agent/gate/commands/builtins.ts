import { exact, mayBeOption, type Argument } from './argument.ts'
import type { Input, Judge, ProgramCall, Rule, Rules } from './judge.ts'
import { parseOptions } from './options.ts'
import { isClear } from './optioned.ts'
import { partlyKnown } from './assign-variable.ts'
import { takesNames } from './names-in-text.ts'
import { printedBy } from './output-of.ts'
import { SECRET_NAME } from './paths.ts'
import { NAMES, UNKNOWN, writtenValue, type Value } from './value.ts'

const NAME = /^[A-Za-z_]\w*$/u

const evaluates = (judge: Judge, what: string): void =>
  judge.found('destructive-local', `evaluates ${what}, which may run a command`)

/** Names that a builtin sets; `name[…]` would be evaluated. */
const sets = (judge: Judge, names: readonly Argument[], value: Value = UNKNOWN): void => {
  for (const name of names) {
    if (name.text === null || !NAME.test(name.text)) evaluates(judge, name.shown)
    else judge.assigns(name.text, value, false)
  }
}

const printf: Rule = (judge, { args }) => {
  const [first, ...rest] = args
  const format = first?.text === '--' ? rest[0] : first
  // It puts the number of letters so far into the variable that a word names.
  if (/%[^%A-Za-z]*n/u.test(format?.text ?? format?.prefix ?? '') || (format?.computed === true && rest.length > 0))
    evaluates(judge, `printf ${format?.shown ?? ''}`)
  if (first === undefined || first.text === '--') return
  if (first.text === null) {
    if (mayBeOption(first)) evaluates(judge, first.shown)
    return
  }
  if (!first.text.startsWith('-v')) return
  const apart = first.text === '-v'
  const words = (apart ? rest.slice(1) : rest).map(({ text }) => text)
  const printed = words.includes(null) ? null : printedBy('printf', words as string[])
  sets(judge, apart ? rest.slice(0, 1) : [{ ...first, text: first.text.slice(2) }], writtenValue(printed))
}

/** Notes the secrets that a text names which is read into variables; returns what is known of those. `whole`: each takes a line. */
function valueFrom(judge: Judge, input: Input, whole: boolean): Value {
  takesNames(judge, input)
  return whole && input.kind === 'pipe' && input.computed !== true ? NAMES : UNKNOWN
}

const read: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, { flags: 'ersE', values: 'adinNptu', operandsEnd: true })
  if (!isClear(judge, call.name, parsed)) return
  const { options, operands } = parsed
  // An end of its own, a number of letters or another input; and with several variables each gets a piece.
  const cuts = options.some(({ name, value }) => /^[nNu]$/u.test(name) || (name === 'd' && value?.text !== ''))
  if (cuts && call.input.kind !== 'none') judge.found('destructive-local', 'reads a piece of what is piped in')
  const value = valueFrom(judge, call.input, !cuts && operands.length < 2 && !judge.splitsOddly())
  sets(
    judge,
    options.flatMap((option) => (option.name === 'a' && option.value !== null ? [option.value] : [])),
    value,
  )
  sets(judge, operands.length === 0 ? [exact('REPLY')] : operands, value)
}

const mapfile: Rule = (judge, call) => {
  const parsed = parseOptions(call.args, { flags: 't', values: 'dnOsu' })
  if (!isClear(judge, call.name, parsed)) return
  const whole = !parsed.options.some(({ name }) => name === 'd' || name === 'u')
  const value = valueFrom(judge, call.input, whole)
  sets(judge, parsed.operands.length === 0 ? [exact('MAPFILE')] : parsed.operands, value)
}

/** `declare`, `local`, `export` and `readonly`: assignments written as words. */
const declare: Rule = (judge, call) => {
  let exported = call.name === 'export'
  let fixed = call.name === 'readonly'
  const prints = call.args.some(({ prefix }) => /^-[a-zA-Z]*p/u.test(prefix))
  for (const argument of call.args) {
    const known = argument.text ?? argument.prefix
    if (/^[-+]/u.test(known) || known === '') {
      if (argument.text === null || !/^[-+][aAgprxFlut]+$/u.test(known))
        judge.found('destructive-local', `declares with ${argument.shown}, which may evaluate values`)
      exported ||= /^-\w*x/u.test(known)
      fixed ||= /^-\w*[rlut]/u.test(known)
      continue
    }
    if (prints && NAME.test(known) && argument.text !== null) {
      if (SECRET_NAME.test(known)) judge.found('credential-access', `reads $${known}`)
      continue
    }
    const at = known.indexOf('=')
    const name = (at < 0 ? known : known.slice(0, at)).replace(/\+$/u, '')
    // Of an array in this place the parser keeps no tree.
    if (!NAME.test(name) || (at < 0 && argument.text === null) || /[()`]/u.test(known.slice(at + 1)))
      evaluates(judge, argument.shown)
    else {
      const appends = known.charAt(at - 1) === '+'
      const value: Value =
        at < 0
          ? UNKNOWN
          : appends
            ? UNKNOWN
            : argument.text === null
              ? partlyKnown(argument.shown.slice(argument.shown.indexOf('=') + 1), argument)
              : { kind: 'text', text: known.slice(at + 1) }
      judge.assigns(name, value, exported)
      if (fixed) judge.fixes(name)
    }
  }
}

const unset: Rule = (judge, { args }) => {
  for (const { text, shown } of args) {
    if (text === '-v') continue
    if (text === null || !NAME.test(text))
      judge.found('destructive-local', `removes ${shown}, which may change what runs`)
    else judge.assigns(text, { kind: 'text', text: '' }, true)
  }
}

const set: Rule = (judge, { args }) => {
  for (let i = 0; i < args.length; i += 1) {
    const text = args[i]?.text
    if (text === '--' || text === '-') return judge.givesParameters(args.slice(i + 1))
    if (text !== undefined && text !== null && /^[-+][efuxvCnbhE]*o?$/u.test(text) && text.length > 1) {
      if (!text.endsWith('o')) continue
      const option = args[i + 1]
      i += 1
      if (
        option === undefined ||
        /^(?:pipefail|errexit|nounset|noglob|xtrace|verbose|noclobber|errtrace|posix|noexec|nounset)$/u.test(
          option.text ?? '',
        )
      )
        continue
    }
    if (text !== undefined && text !== null && !/^[-+]/u.test(text)) return judge.givesParameters(args.slice(i))
    judge.found('destructive-local', `sets ${args[i]?.shown ?? 'an option'} of the shell`)
  }
}

const shopt: Rule = (judge, { args }) => {
  for (const { text, shown } of args)
    if (
      text === null ||
      !/^(?:-[suqpo]+|globstar|nullglob|dotglob|extglob|failglob|nocaseglob|nocasematch|pipefail)$/u.test(text)
    )
      judge.found('destructive-local', `sets ${shown} of the shell`)
}

/** An action runs whenever its signal comes, and may change what is known of any variable by then. */
const trap: Rule = (judge, { args }) => {
  const words = args[0]?.text === '--' ? args.slice(1) : args
  const [action] = words
  if (action === undefined || (action.text !== null && /^(?:-|-[lpP]|)$/u.test(action.text))) return
  if (action.text !== null) judge.script(action.text)
  evaluates(judge, `${action.shown} later`)
}

const kill: Rule = (judge, { args }) => {
  const [first, ...rest] = args
  if (/^-[lL0]$/u.test(first?.text ?? '') && rest.every((argument) => !mayBeOption(argument) || argument.text === null))
    return
  judge.found('destructive-local', `ends processes ${args.map(({ shown }) => shown).join(' ')}`)
}

const change: Rule = (judge, call) => {
  const [first, ...more] = call.args.filter(({ text }) => !/^-[LPe@]+$/u.test(text ?? ''))
  judge.moves(call.name === 'cd' && more.length === 0 ? (first ?? null) : null)
}

const alias: Rule = (judge, { args }) => {
  for (const { text, shown, prefix } of args)
    if (text === null || prefix.includes('=')) judge.found('destructive-local', `makes ${shown} mean something else`)
}

const test: Rule = (judge, { args }) => {
  args.forEach((argument, i) => {
    const next = args[i + 1]
    // `-v name[…]` evaluates what stands in the brackets.
    const checks = argument.text === '-v' || argument.text === '-R'
    if (checks && next !== undefined && (next.text === null || !NAME.test(next.text))) evaluates(judge, next.shown)
    if (argument.text !== null || argument.plain) return
    if (argument.many) evaluates(judge, argument.shown)
    else if (next !== undefined && (next.text === null || next.text.includes('['))) evaluates(judge, argument.shown)
  })
}

const hasSubstitution = (call: ProgramCall): string => call.args.map(({ shown }) => shown).join(' ')

/** Commands of the shell itself. */
export const BUILTINS: Rules = [
  ['printf', printf],
  ['read', read],
  ['mapfile readarray', mapfile],
  ['declare typeset local export readonly', declare],
  ['unset', unset],
  ['let', (judge, call) => evaluates(judge, hasSubstitution(call))],
  ['set', set],
  ['shopt', shopt],
  ['trap', trap],
  ['kill', kill],
  ['pkill killall skill', (judge, call) => judge.found('destructive-local', `ends processes ${hasSubstitution(call)}`)],
  ['cd pushd popd', change],
  ['alias', alias],
  ['unalias', () => {}],
  [
    'jobs',
    (judge, { args }) => {
      // `-x` runs a command.
      for (const { text, shown } of args)
        if (!/^(?:-[lnprs]+|%\w+)$/u.test(text ?? '')) judge.found('destructive-local', `runs ${shown}`)
    },
  ],
  ['test [', test],
  [
    'wait',
    (judge, { args }) => {
      for (const { text, shown } of args) if (!/^[%\d]+$/u.test(text ?? '')) evaluates(judge, shown)
    },
  ],
  [
    'getopts',
    (judge, { args }) => {
      sets(judge, args.slice(1, 2))
      judge.assigns('OPTARG', UNKNOWN, false)
    },
  ],
  [
    'shift',
    (judge, { args }) => {
      for (const { text, shown } of args) if (!/^\d+$/u.test(text ?? '')) evaluates(judge, shown)
    },
  ],
  ['eval', (judge, call) => evaluates(judge, hasSubstitution(call))],
  ['source .', (judge, call) => judge.found('destructive-local', `runs the script ${call.args[0]?.shown ?? ''}`)],
]

import { mayBeOption, exact, type Argument } from './argument.ts'

/** The options that a program knows. */
export interface OptionTable {
  /** Letters that take no value. Digits may stand here too. */
  readonly flags?: string
  /** Letters that take a value, attached or as the next word. */
  readonly values?: string
  /** Letters whose value can only be attached. */
  readonly attached?: string
  /** Long names in one text: `name`, `name=` (with a value), `name?` (with a value after `=`, or none). */
  readonly long?: string
  /** Options end at the first operand. */
  readonly operandsEnd?: boolean
  /** Words such as `-name` are whole options with one hyphen. */
  readonly singleHyphen?: boolean
  /** `--no-name` switches any long option off, and takes no value. */
  readonly negates?: boolean
}

/** One option as it is given. */
export interface Option {
  /** Its letter, or its long name without hyphens. */
  readonly name: string
  readonly value: Argument | null
  /** The word that holds the value: the option's own, or the next one. */
  readonly word: Argument
}

/** A program's words told apart. */
export interface Parsed {
  /** In order. */
  readonly options: readonly Option[]
  readonly operands: readonly Argument[]
  /** The first option that the table does not have; null where all are known. */
  readonly unknown: string | null
  /** The first word that may turn out to be an option. */
  readonly unresolved: Argument | null
}

const compiled = new WeakMap<OptionTable, ReadonlyMap<string, '' | '=' | '?'>>()

function longNames(table: OptionTable): ReadonlyMap<string, '' | '=' | '?'> {
  let names = compiled.get(table)
  if (names === undefined) {
    const entries = (table.long ?? '').split(' ').filter((entry) => entry !== '')
    names = new Map(
      entries.map((entry) => {
        const kind = entry.endsWith('=') ? '=' : entry.endsWith('?') ? '?' : ''
        return [kind === '' ? entry : entry.slice(0, -1), kind] as const
      }),
    )
    compiled.set(table, names)
  }
  return names
}

/** Reads words as getopt does: `-abc`, `-ofile`, `-o file`, `--name=value`, `--nam` where that is unambiguous, `--`. */
export function parseOptions(args: readonly Argument[], table: OptionTable): Parsed {
  const names = longNames(table)
  const options: Option[] = []
  const operands: Argument[] = []
  let unknown: string | null = null
  let unresolved: Argument | null = null

  let at = 0
  /** Takes an option with the value that is attached to it, or with the next word. */
  const take = (name: string, word: Argument, attached: Argument | null, takesNext: boolean): void => {
    const next = attached === null && takesNext ? args[at] : undefined
    if (attached === null && takesNext) at += 1
    // One that may become several words, or none, moves all that follow.
    if (next?.many === true) unresolved ??= next
    options.push({ name, value: attached ?? next ?? null, word: next ?? word })
  }
  while (at < args.length) {
    const argument = args[at]
    at += 1
    if (argument === undefined) break
    const known = argument.text ?? (argument.many ? '' : argument.prefix)
    if (argument.text === '--') {
      operands.push(...args.slice(at))
      break
    }
    if (!mayBeOption(argument)) {
      operands.push(argument)
      if (table.operandsEnd === true) {
        operands.push(...args.slice(at))
        break
      }
      continue
    }
    if (known.startsWith('--') || (table.singleHyphen === true && /^-[A-Za-z]{2,}/u.test(known))) {
      const written = known.replace(/^--?/u, '')
      const equals = written.indexOf('=')
      if (argument.text === null && equals < 0) {
        unresolved ??= argument
        continue
      }
      const name = equals < 0 ? written : written.slice(0, equals)
      if (table.negates === true && argument.text !== null && name.startsWith('no-') && !names.has(name)) {
        // It takes back what stands before it.
        for (let i = options.length - 1; i >= 0; i -= 1)
          if (options[i]?.name.startsWith(name.slice(3)) === true) options.splice(i, 1)
        take(name, argument, null, false)
        continue
      }
      // With one hyphen no name is cut short.
      const full = known.startsWith('--') ? fullName(name, names) : names.has(name) ? name : null
      if (full === null) {
        unknown ??= `--${name}`
        continue
      }
      const attached = equals < 0 ? null : rest(argument, known, known.length - written.length + equals + 1)
      take(full, argument, attached, names.get(full) === '=')
      continue
    }
    if (known.length < 2) {
      unresolved ??= argument
      continue
    }
    let closed = false
    for (let i = 1; i < known.length && !closed; i += 1) {
      const letter = known.charAt(i)
      const after = i + 1 < known.length || argument.text === null ? rest(argument, known, i + 1) : null
      if ((table.values ?? '').includes(letter)) {
        take(letter, argument, after, true)
        closed = true
      } else if ((table.attached ?? '').includes(letter)) {
        take(letter, argument, after, false)
        closed = true
      } else if ((table.flags ?? '').includes(letter)) take(letter, argument, null, false)
      else {
        unknown ??= `-${letter}`
        closed = true
      }
    }
    // Known letters with an unknown rest: the rest may be more letters.
    if (!closed && argument.text === null) unresolved ??= argument
  }
  return { options, operands, unknown, unresolved }
}

/** What follows in the same word. */
function rest(argument: Argument, known: string, from: number): Argument {
  if (argument.text !== null) return exact(known.slice(from))
  const prefix = known.slice(from)
  return {
    ...argument,
    sample: null,
    prefix,
    plain: prefix !== '' && !prefix.startsWith('-'),
    shown: argument.shown.slice(from),
  }
}

/** The long name that an abbreviation stands for; null where there is none, or more than one. */
function fullName(written: string, names: ReadonlyMap<string, unknown>): string | null {
  if (names.has(written)) return written
  if (written === '') return null
  let found: string | null = null
  for (const name of names.keys()) {
    if (!name.startsWith(written)) continue
    if (found !== null) return null
    found = name
  }
  return found
}

/**
 * What is known of a variable's value: its text, that it is a number, that it is one word which cannot be taken for an
 * option, that it is a name (which may hold spaces) or an absolute path that cannot, or none of these.
 */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number' | 'word' | 'name' | 'path' }
  | {
      readonly kind: 'unknown'
      /** How it is written: its text as far as that is known, which may become the name of a file with keys. */
      readonly written?: string
      /** It may be the name of anything: nobody set it in this script, or it was read or put together there. */
      readonly computed?: boolean
      /** It is a parameter of the script or function: whole it is looked at where it is given, but not what is made of it. */
      readonly given?: boolean
      /** It names what is there, found by a program that only lists. */
      readonly listed?: boolean
    }

export const UNKNOWN: Value = { kind: 'unknown', computed: true }
export const GIVEN: Value = { kind: 'unknown', given: true }
export const NAMES: Value = { kind: 'unknown', listed: true }
export const NUMBER: Value = { kind: 'number' }

/** What the script puts together out of known pieces; several words of it are followed no further. */
export function writtenValue(text: string | null): Value {
  return text === null || /\s/u.test(text) ? UNKNOWN : { kind: 'unknown', written: text }
}

/** What holds for both. */
export function joinValues(a: Value, b: Value): Value {
  if (a.kind === 'text' && b.kind === 'text' && a.text === b.text) return a
  if (isNumeric(a) && isNumeric(b)) return NUMBER
  if (isPlainWord(a) && isPlainWord(b)) return { kind: 'word' }
  const either = (is: (value: Extract<Value, { kind: 'unknown' }>) => boolean): Value | undefined =>
    [a, b].find((value) => value.kind === 'unknown' && is(value))
  return (
    either(({ computed }) => computed === true) ??
    either(({ written }) => written !== undefined) ??
    either(({ given }) => given === true) ??
    NAMES
  )
}

/** True where arithmetic can evaluate it without running anything: `a[$(x)]` as a value would run x. */
export function isNumeric(value: Value): boolean {
  return value.kind === 'number' || (value.kind === 'text' && /^[+-]?\d{0,18}$/u.test(value.text))
}

/** True for digits that arithmetic reads as octal, and refuses where they are not. */
export function startsWithZero(value: Value): boolean {
  return value.kind === 'text' && /^[+-]?0\d/u.test(value.text)
}

function isPlainWord(value: Value): boolean {
  return value.kind === 'word' || (value.kind === 'text' && /^[A-Za-z0-9_./][A-Za-z0-9_./:=@%+-]*$/u.test(value.text))
}

import type { ShellWord, ShellWordPart } from '#contracts/ports/shell-grammar.ts'
import { isSecretFile } from '#tools/secret-files.ts'
import { exact, unknownArgument, type Argument } from './argument.ts'
import type { Expand } from './lists-names.ts'
import { outputOf } from './output-of.ts'
import { renderPart, renderWord } from './render.ts'
import type { Scope } from './scope.ts'
import type { Value } from './value.ts'

/** Characters of a name, and of a path, that are tried for what is left of them when an end is cut off. */
const LONGEST_NAME = 80
const LONGEST_PATH = 1_000
/** Words that one brace expansion may become before they are taken as unknown. */
const MAX_WORDS = 64

/** A piece of a word: known text, or a hole of which only the kind is known. */
interface Piece {
  readonly text: string | null
  /** It may make several words, or none. */
  readonly many: boolean
  /** What fills the hole begins like no option. */
  readonly plain: boolean
  /** The words after the first begin with something of its own, not with what stands before it. */
  readonly fresh: boolean
  /** It is filled with digits. */
  readonly number: boolean
  /** The known beginning of what fills the hole. */
  readonly starts: string
  /** An empty piece makes a word only where it is quoted. */
  readonly quoted: boolean
  /** How a value was written that fills the hole; null where that tells no more than its name. */
  readonly written: string | null
  /** What fills the hole was read or put together by the script. */
  readonly computed: boolean
  /** It is filled with a parameter. */
  readonly given: boolean
  /** Whole, what fills it is known well enough; a piece of a name it must not be. */
  readonly partial: boolean
}

const SPECIAL_IN_VALUE = /[*?[\\]/u

/** What a word becomes: one argument, or several where it holds braces; none where it is empty and unquoted. */
export function expandWord(word: ShellWord, scope: Scope): Argument[] {
  const [only] = word.parts
  if (word.parts.length === 1 && only?.kind === 'text') return [exact(only.text)]
  const alternatives = spread(word.parts)
  if (alternatives === null) return [unknownArgument('', true, renderWord(word))]
  return alternatives.flatMap((parts) => expandParts(parts, scope))
}

/** How words are expanded where this scope holds. */
export function expandIn(scope: Scope): Expand {
  return (words) => expandWords(words, scope)
}

/** What several words become, one after the other. */
export function expandWords(words: readonly ShellWord[], scope: Scope): Argument[] {
  const expanded: Argument[] = []
  for (const word of words) for (const argument of expandWord(word, scope)) expanded.push(argument)
  return expanded
}

/** All the words that braces make of one; null for too many. */
function spread(parts: readonly ShellWordPart[]): ShellWordPart[][] | null {
  let words: ShellWordPart[][] = [[]]
  for (const part of parts) {
    if (part.kind !== 'brace') {
      for (const word of words) word.push(part)
      continue
    }
    const inner: ShellWordPart[][] = []
    for (const item of part.items) {
      const spreadItem = spread(item.parts)
      if (spreadItem === null) return null
      inner.push(...spreadItem)
    }
    if (words.length * inner.length > MAX_WORDS) return null
    words = words.flatMap((word) => inner.map((more) => [...word, ...more]))
  }
  return words
}

function expandParts(parts: readonly ShellWordPart[], scope: Scope): Argument[] {
  const pieces = parts.map((part) => pieceOf(part, scope))
  if (pieces.every(({ text, quoted }) => text === '' && !quoted)) return []
  let prefix = ''
  let text: string | null = ''
  let suffix = ''
  let many = false
  let splits = false
  let plain: boolean | null = null
  for (const piece of pieces) {
    if (piece.text !== null) {
      if (text !== null) {
        text += piece.text
        prefix += piece.text
        if (plain === null && prefix !== '') plain = !prefix.startsWith('-')
      } else if (prefix === '' && suffix === '' && piece.text.startsWith('-')) {
        // The hole before it may turn out to be empty.
        plain = false
      }
      suffix += piece.text
      continue
    }
    plain ??= piece.plain
    if (piece.fresh) plain = false
    if (prefix === '' && text !== null) prefix = piece.starts
    text = null
    suffix = ''
    many ||= piece.many
    splits ||= piece.fresh
  }
  const sample = pieces.every((piece) => piece.text !== null || piece.number)
    ? pieces.map((piece) => piece.text ?? '1').join('')
    : null
  const shown = text ?? parts.map((part, i) => shownAs(part, pieces[i])).join('')
  const given = pieces.some((piece) => piece.given)
  const computed =
    pieces.some((piece) => piece.computed) || (pieces.some((piece) => piece.partial) && isPutTogether(pieces))
  return [{ text, sample, prefix, suffix, many, splits, plain: plain ?? true, shown, computed, given }]
}

/** Letters with which a name is told, so that it can be compared with those of files that hold keys. */
const TELLING = 3

/** True where what fills a hole is only a piece of a name, and the rest of it tells nothing. */
function isPutTogether(pieces: readonly Piece[]): boolean {
  const written = pieces.map((piece) => piece.text ?? (piece.number ? '0' : '\0')).join('')
  // Of `local name=…` the value alone.
  return written
    .replace(/^[A-Za-z_]\w*\+?=/u, '')
    .split('/')
    .some((part) => {
      const rest = part.replaceAll('\0', '')
      const holes = part.length - rest.length
      return holes > 1 || (holes === 1 && rest !== '' && rest.length < TELLING)
    })
}

const HOLE: Piece = {
  text: null,
  many: false,
  plain: true,
  fresh: false,
  number: false,
  starts: '',
  quoted: false,
  written: null,
  computed: false,
  given: false,
  partial: false,
}

function shownAs(part: ShellWordPart, piece: Piece | undefined): string {
  const value = part.kind === 'text' ? null : (piece?.written ?? piece?.text ?? null)
  return value ?? renderPart(part)
}

function known(text: string, quoted: boolean): Piece {
  return { ...HOLE, text, quoted }
}

function hole(plain: boolean, more: Partial<Piece> = {}): Piece {
  return { ...HOLE, plain, ...more }
}

const SPLIT: Partial<Piece> = { many: true, fresh: true }

function pieceOf(part: ShellWordPart, scope: Scope): Piece {
  switch (part.kind) {
    case 'text':
      return known(part.text, part.quoted)
    case 'tilde':
      return known(`~${part.user ?? ''}`, true)
    case 'glob':
      // Every name that is found begins with what stands before; alone, it may find a name like an option.
      return hole(false, { many: true })
    case 'range':
      return hole(/^[A-Za-z0-9]/u.test(part.from) && /^[A-Za-z0-9]/u.test(part.to), { many: true })
    case 'arithmetic':
      return hole(true, { number: true })
    case 'process':
      return hole(true, { starts: '/dev/fd/' })
    case 'command':
      return ofValue(outputOf(part.script, expandIn(scope)), part.quoted, scope)
    case 'parameter':
      return ofParameter(part, scope)
    case 'brace':
      return hole(false, SPLIT)
  }
}

function ofParameter(part: Extract<ShellWordPart, { kind: 'parameter' }>, scope: Scope): Piece {
  const { name, subscript, operation, quoted } = part
  const value = scope.value(name)
  const known = flagsOf(value)
  if (name === '@' || name === '*') {
    // In quotes all of them are one word, with the first letter of IFS between them.
    const joined = name === '*' && quoted && !scope.splits
    return hole(false, { ...SPLIT, ...known, computed: known.computed || joined || operation !== null })
  }
  if (operation === null && subscript === null) return ofValue(value, quoted, scope)
  if (operation?.kind === 'length') return hole(true, { number: true })
  if (operation?.kind === 'names' || operation?.kind === 'keys') return hole(false, SPLIT)
  const more = { ...(quoted && !/^[@*]$/u.test(subscript ?? '') ? {} : SPLIT), ...known }
  if (operation === null) return hole(false, more)
  if (/^(?:default|assign|error|alternative)$/u.test(operation.kind)) {
    const inserted = expandWords(operation.words, scope)
    const computed =
      (operation.kind !== 'alternative' && known.computed) || inserted.some((word) => word.computed === true)
    return hole(false, { ...more, computed, partial: true })
  }
  // Of what there is, all the others make another text.
  return hole(false, {
    ...more,
    computed: !(operation.kind === 'remove' && value.kind === 'text' && !hidesSecret(value.text)),
  })
}

function flagsOf(value: Value): Pick<Piece, 'computed' | 'given' | 'partial'> {
  const { computed = false, given = false, listed = false } = value.kind === 'unknown' ? value : {}
  return { computed, given, partial: given || listed || value.kind === 'word' || value.kind === 'name' }
}

function ofValue(value: Value, quoted: boolean, scope: Scope): Piece {
  const split = quoted ? {} : SPLIT
  switch (value.kind) {
    case 'text':
      if (quoted) return known(value.text, true)
      if (!scope.splits || SPECIAL_IN_VALUE.test(value.text) || /\s/u.test(value.text)) return hole(false, SPLIT)
      return known(value.text, false)
    case 'number':
      return hole(true, { number: true })
    case 'word':
      return scope.splits || quoted ? hole(true, { partial: true }) : hole(false, { ...SPLIT, computed: true })
    case 'name':
      return quoted ? hole(true, { partial: true }) : hole(false, { ...SPLIT, partial: true })
    case 'path':
      return quoted ? hole(true, { starts: '/' }) : hole(false, SPLIT)
    case 'unknown':
      return hole(false, { ...split, ...flagsOf(value), written: value.written ?? null })
  }
}

/** True where a name of a file that holds keys is left when something is cut off at an end. */
function hidesSecret(text: string): boolean {
  const name = text.slice(text.lastIndexOf('/', text.length - 2) + 1)
  // Longer than any name that a person would look through.
  if (text.length > LONGEST_PATH || name.length > LONGEST_NAME) return true
  for (let at = 1; at < name.length; at += 1)
    if (isSecretFile(name.slice(at)) || isSecretFile(name.slice(0, at))) return true
  return false
}

/** The text of a here-document or here-string; null where it is only known when it runs. */
export function textOf(word: ShellWord, scope: Scope): string | null {
  const parts = word.parts.map((part) => pieceOf(part, scope).text)
  return parts.includes(null) ? null : parts.join('')
}

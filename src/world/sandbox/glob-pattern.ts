/** One character that a glob asks for. `wild`: it is not written out, so it takes no leading dot of a name. */
interface One {
  readonly kind: 'one'
  readonly wild: boolean
  takes(char: string): boolean
}
/** Any number of characters; with `crosses` also slashes. */
interface Many {
  readonly kind: 'many'
  readonly crosses: boolean
}
/** One of several sequences. */
interface Either {
  readonly kind: 'either'
  readonly options: readonly (readonly GlobPart[])[]
}
export type GlobPart = One | Many | Either

/** Numbers that `{1..9}` may write out. */
const MAX_RANGE = 200

/** A glob that asks for more than can be held. */
export class GlobTooLarge extends Error {}

/**
 * Reads a glob: `**`, `*`, `?`, `[ab]`, `[!a-z]`, `[[:digit:]]`, `{a,b}`, `{1..9}`, `\` before a sign that means
 * itself. Never fails on odd text: what is not closed means itself.
 * @throws GlobTooLarge
 */
export function readGlob(pattern: string): readonly GlobPart[] {
  return readSequence([...pattern], 0, [...pattern].length, true).parts
}

/** `freshName`: a new name of the path begins here, so that `**` may stand for folders. */
function readSequence(
  chars: readonly string[],
  from: number,
  to: number,
  freshName: boolean,
): { parts: GlobPart[]; freshName: boolean } {
  const parts: GlobPart[] = []
  let fresh = freshName
  let at = from
  while (at < to) {
    const char = chars[at] ?? ''
    if (char === '*') {
      let end = at
      while (end < to && chars[end] === '*') end += 1
      const folders = fresh && end - at > 1
      if (folders && chars[end] === '/' && end < to) {
        // Any number of folders, none included; a second time adds nothing.
        while (chars.slice(end, end + 4).join('') === '/**/' && end + 4 <= to) end += 3
        parts.push({ kind: 'either', options: [[], [{ kind: 'many', crosses: true }, literal('/')]] })
        at = end + 1
        continue
      }
      parts.push({ kind: 'many', crosses: folders })
      at = end
      fresh = false
      continue
    }
    const read = char === '{' ? readBraces(chars, at, to, fresh) : char === '[' ? readClass(chars, at, to) : null
    if (read !== null) {
      parts.push(read.part)
      at = read.end
      fresh = read.freshName
      continue
    }
    if (char === '?') parts.push({ kind: 'one', wild: true, takes: (other) => other !== '/' })
    else {
      if (char === '\\' && at + 1 < to) at += 1
      parts.push(literal(chars[at] ?? ''))
    }
    fresh = chars[at] === '/'
    at += 1
  }
  return { parts, freshName: fresh }
}

function literal(char: string): One {
  return { kind: 'one', wild: false, takes: (other) => other === char }
}

interface ReadPart {
  readonly part: GlobPart
  readonly end: number
  readonly freshName: boolean
}

/** `{a,b}` or `{1..3}`; null where it is neither. */
function readBraces(chars: readonly string[], at: number, to: number, freshName: boolean): ReadPart | null {
  const commas: number[] = []
  let depth = 0
  let end = at
  for (; end < to; end += 1) {
    const char = chars[end]
    if (char === '\\') end += 1
    else if (char === '{') depth += 1
    else if (char === ',' && depth === 1) commas.push(end)
    else if (char === '}' && --depth === 0) break
  }
  if (end >= to) return null
  if (commas.length === 0) {
    const options = rangeOf(chars.slice(at + 1, end).join(''))
    return options === null ? null : { part: { kind: 'either', options }, end: end + 1, freshName: false }
  }
  const starts = [at, ...commas].map((comma) => comma + 1)
  const options = starts.map((start, index) => readSequence(chars, start, commas[index] ?? end, freshName))
  return {
    part: { kind: 'either', options: options.map(({ parts }) => parts) },
    end: end + 1,
    freshName: options.every((option) => option.freshName),
  }
}

/** What `1..3` or `a..c` stands for; null where the text is no such range. */
function rangeOf(text: string): GlobPart[][] | null {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})$/u.exec(text)
  const letters = /^([a-z])\.\.([a-z])$|^([A-Z])\.\.([A-Z])$/u.exec(text)
  const [first, last] = numbers
    ? [Number(numbers[1]), Number(numbers[2])]
    : letters
      ? [(letters[1] ?? letters[3] ?? '').charCodeAt(0), (letters[2] ?? letters[4] ?? '').charCodeAt(0)]
      : [Number.NaN, 0]
  if (Number.isNaN(first)) return null
  const low = Math.min(first, last)
  const count = Math.abs(first - last) + 1
  if (count > MAX_RANGE) throw new GlobTooLarge()
  // `{01..10}`: every number as wide as the widest that was written with a zero.
  const padded = numbers?.slice(1).some((number) => /^-?0\d/u.test(number)) ?? false
  const width = padded ? Math.max(numbers?.[1]?.length ?? 0, numbers?.[2]?.length ?? 0) : 0
  return Array.from({ length: count }, (_, index) => {
    const value = low + index
    const word = numbers
      ? `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(width - Number(value < 0), '0')}`
      : String.fromCharCode(value)
    return [...word].map(literal)
  })
}

/** POSIX classes, as they may stand in brackets. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]/u,
  alpha: /\p{L}/u,
  blank: /[ \t]/u,
  digit: /\d/u,
  lower: /\p{Ll}/u,
  punct: /[\p{P}\p{S}]/u,
  space: /\s/u,
  upper: /\p{Lu}/u,
  word: /\w/u,
  xdigit: /[\da-f]/iu,
}

/**
 * `[ab]`, `[a-z]`, `[!a]`; null where it is not closed or holds a slash. A plain `[id]` also means itself: files are
 * named so, and who writes their name means them.
 */
function readClass(chars: readonly string[], at: number, to: number): ReadPart | null {
  let end = at + 1
  const negated = chars[end] === '!' || chars[end] === '^'
  if (negated) end += 1
  const first = end
  if (!chars.includes(']', first)) return null
  const tests: ((char: string) => boolean)[] = []
  for (; end < to && (chars[end] !== ']' || end === first); end += 1) {
    if (chars[end] === '/') return null
    const named =
      chars[end] === '[' && chars[end + 1] === ':' ? /^\[:([a-z]+):\]/u.exec(chars.slice(end, end + 12).join('')) : null
    const expression = named?.[1] !== undefined && Object.hasOwn(CLASSES, named[1]) ? CLASSES[named[1]] : undefined
    if (named !== null && expression !== undefined) {
      tests.push((char) => expression.test(char))
      end += named[0].length - 1
      continue
    }
    if (chars[end] === '\\' && end + 1 < to) end += 1
    const low = chars[end] ?? ''
    if (chars[end + 1] === '-' && end + 2 < to && chars[end + 2] !== ']') {
      end += 2
      if (chars[end] === '\\' && end + 1 < to) end += 1
      const high = codeOf(chars[end] ?? '')
      tests.push((char) => codeOf(char) >= codeOf(low) && codeOf(char) <= high)
    } else tests.push((char) => char === low)
  }
  if (end >= to) return null
  const one: One = {
    kind: 'one',
    wild: true,
    takes: (char) => char !== '/' && tests.some((test) => test(char)) !== negated,
  }
  const inside = chars.slice(at + 1, end)
  const plain = !negated && !inside.some((char) => /[-*+?.^${}(|)[\]\\!]/u.test(char))
  const itself = ['[', ...inside, ']'].map(literal)
  return { part: plain ? { kind: 'either', options: [[one], itself] } : one, end: end + 1, freshName: false }
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}

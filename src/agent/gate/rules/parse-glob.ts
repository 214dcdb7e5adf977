/**
 * A part of a glob. `names`: any number of whole names, each with its slash (a double star before a slash).
 * `below`: a slash and whatever follows, and perhaps the folder itself (a double star at the end of a folder).
 */
export type GlobPart =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'one' | 'star' | 'anything' | 'names' | 'below' }
  | { readonly kind: 'class'; has(char: string): boolean }
  | { readonly kind: 'either'; readonly choices: readonly (readonly GlobPart[])[] }

/** Braces within braces: deeper ones are nobody's folder structure. */
const MAX_DEPTH = 8
/** Stars in one pattern: each is a possibility that is walked along with every character of a path. */
const MAX_STARS = 32

/**
 * Reads a glob that is relative to the workspace; a leading `/workspace/`, `./` or `/` is dropped.
 * @throws Error with a sentence: an open bracket, a lone backslash, a name `..`, nothing at all
 */
export function parseGlob(pattern: string): GlobPart[] {
  const clean = pattern.replace(/^\/workspace(?:\/|$)/u, '').replace(/^(?:\.?\/)+/u, '')
  if (clean === '') throw new Error('The path pattern is empty. Use ** for everything in the workspace.')
  if (/(?:^|[/{,])\.\.(?:$|[/},])/u.test(clean))
    throw new Error('A path pattern cannot climb with “..”: it is relative to the workspace.')
  const chars = [...clean]
  let at = 0

  const sequence = (depth: number): GlobPart[] => {
    const parts: GlobPart[] = []
    while (at < chars.length) {
      const char = chars[at] ?? ''
      if (depth > 0 && (char === ',' || char === '}')) return parts
      at += 1
      if (char === '*') star(parts, depth)
      else if (char === '?') parts.push({ kind: 'one' })
      else if (char === '[') parts.push(readClass())
      else if (char === '{') parts.push(braces(depth + 1))
      else if (char === '\\') {
        if (at >= chars.length) throw new Error('The path pattern ends in a lone backslash.')
        parts.push({ kind: 'char', char: chars[at++] ?? '' })
      } else parts.push({ kind: 'char', char })
    }
    return parts
  }

  let allStars = 0
  const star = (parts: GlobPart[], depth: number): void => {
    allStars += 1
    if (allStars > MAX_STARS) throw new Error(`The path pattern has more than ${MAX_STARS} stars.`)
    let stars = 1
    while (chars[at] === '*') {
      at += 1
      stars += 1
    }
    const before = parts.at(-1)
    const startsName = before === undefined ? edgeBefore(at - stars) : isSlash(before)
    const next = chars[at]
    const endsName = next === undefined || next === '/' || (depth > 0 && (next === ',' || next === '}'))
    if (stars < 2 || !startsName || !endsName) parts.push({ kind: 'star' })
    else if (next === '/') {
      at += 1
      parts.push({ kind: 'names' })
    } else if (before !== undefined && isSlash(before) && next === undefined) {
      parts.pop()
      parts.push({ kind: 'below' })
    } else parts.push({ kind: 'anything' })
  }
  /** A double star that begins a choice stands where the brace stands. */
  const edgeBefore = (position: number): boolean => {
    const before = chars[position - 1]
    return before === undefined || before === '/' || before === '{' || before === ','
  }

  const braces = (depth: number): GlobPart => {
    if (depth > MAX_DEPTH) throw new Error(`Braces stand more than ${MAX_DEPTH} deep in the path pattern.`)
    const choices = [sequence(depth)]
    while (chars[at] === ',') {
      at += 1
      choices.push(sequence(depth))
    }
    if (chars[at] !== '}') throw new Error('A { in the path pattern has no }. Write \\{ for the sign itself.')
    at += 1
    return { kind: 'either', choices }
  }

  const readClass = (): GlobPart => {
    const negated = chars[at] === '!' || chars[at] === '^'
    if (negated) at += 1
    const ranges: [number, number][] = []
    const first = at
    for (;;) {
      const char = chars[at]
      if (char === undefined) throw new Error('A [ in the path pattern has no ]. Write \\[ for the sign itself.')
      if (char === ']' && at > first) break
      at += 1
      const low = char === '\\' ? (chars[at++] ?? '') : char
      let high = low
      if (chars[at] === '-' && chars[at + 1] !== undefined && chars[at + 1] !== ']') {
        high = chars[at + 1] ?? low
        at += 2
      }
      ranges.push([low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0])
    }
    at += 1
    return {
      kind: 'class',
      has: (char) => {
        const code = char.codePointAt(0) ?? 0
        return ranges.some(([low, high]) => low <= code && code <= high) !== negated
      },
    }
  }

  return sequence(0)
}

function isSlash(part: GlobPart): boolean {
  return part.kind === 'names' || (part.kind === 'char' && part.char === '/')
}

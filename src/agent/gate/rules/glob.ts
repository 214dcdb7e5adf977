import { RULE_PATH_CHARS, RULE_PATTERN_CHARS } from '#contracts/limits.ts'
import { ANY, ONE, SOME } from './loose-path.ts'
import { parseGlob, type GlobPart } from './parse-glob.ts'

/**
 * A test of a path relative to the workspace, without a leading slash. Throws a plain `Error` where the path
 * is too long to be one.
 */
export type GlobTest = (relativePath: string) => boolean

/**
 * The same for rules that deny or ask, held against paths of which not all may be known (`loose-path.ts`).
 * Both throw as a `GlobTest` does.
 */
interface WideGlob {
  /** True where the path may be one that matches. */
  mayCover(path: string): boolean
  /** True where something below the folder may match; `''` is the workspace. */
  mayLieBelow(folder: string): boolean
}

interface Compiled extends WideGlob {
  readonly test: GlobTest
}

/** Globs that are kept compiled: each call is held against the same few. */
const COMPILED_KEPT = 2_000
const compiled = new Map<string, Compiled>()

interface Edge {
  /** Null: passed without a character. */
  readonly test: ((char: string, startsName: boolean) => boolean) | null
  /** It is passed by some character of a name: what may be any such character passes it too. */
  readonly inName: boolean
  readonly next: readonly number[]
}

/**
 * Compiles a glob: `**` any names, `*` and `?` within one name, `[ab]`, `{a,b}`. All possibilities are walked
 * side by side, one character at a time, so the time is the path's length times the pattern's, whatever the
 * pattern. `wide` is for rules that deny or ask: a wildcard may also stand for a name's leading dot, and
 * "src/**" is about the folder itself too, because listing or removing it reaches what is below.
 * @throws Error with a sentence where the pattern is malformed or too long
 */
export function compileGlob(pattern: string, wide: boolean): GlobTest {
  return keptGlob(pattern, wide).test
}

/**
 * Compiles a glob of a rule that denies or asks.
 * @throws Error as `compileGlob` does
 */
export function compileWide(pattern: string): WideGlob {
  return keptGlob(pattern, true)
}

function keptGlob(pattern: string, wide: boolean): Compiled {
  const key = `${wide ? 'w' : 'n'}${pattern}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  // Emptied as a whole: rules are few, and what is used is compiled again in microseconds.
  if (compiled.size >= COMPILED_KEPT) compiled.clear()
  const glob = compile(pattern, wide)
  compiled.set(key, glob)
  return glob
}

function compile(pattern: string, wide: boolean): Compiled {
  if (pattern.length > RULE_PATTERN_CHARS)
    throw new Error(`The path pattern is longer than ${RULE_PATTERN_CHARS} characters.`)
  const slash = (char: string): boolean => char === '/'
  const edges: Edge[] = [{ test: null, inName: false, next: [] }]
  const add = (test: Edge['test'], ...next: number[]): number =>
    edges.push({ test, inName: test !== null && test !== slash, next }) - 1
  const loop = (make: (again: number) => number, next: number): number => {
    // The split comes first, so that the body can lead back to it.
    const split = add(null)
    edges[split] = { test: null, inName: false, next: [make(split), next] }
    return split
  }
  const within = (char: string, startsName: boolean): boolean => char !== '/' && (wide || !startsName || char !== '.')
  const anything = (char: string, startsName: boolean): boolean => wide || !startsName || char !== '.'

  const one = (part: GlobPart, next: number): number => {
    switch (part.kind) {
      case 'char':
        return part.char === '/' ? add(slash, next) : add((char) => char === part.char, next)
      case 'one':
        return add(within, next)
      case 'star':
        return loop((again) => add(within, again), next)
      case 'class':
        return add((char, startsName) => within(char, startsName) && part.has(char), next)
      case 'anything':
        return loop((again) => add(anything, again), next)
      case 'names':
        return loop((again) => {
          const end = add(slash, again)
          return add(
            within,
            loop((more) => add(within, more), end),
          )
        }, next)
      case 'below': {
        const inside = add(
          slash,
          loop((again) => add(anything, again), next),
        )
        return wide ? add(null, inside, next) : inside
      }
      case 'either':
        return add(null, ...part.choices.map((choice) => all(choice, next)))
    }
  }
  const all = (parts: readonly GlobPart[], next: number): number =>
    parts.reduceRight((following, part) => one(part, following), next)

  const parts = parseGlob(pattern)
  const start = all(parts, 0)
  const prefix = literalPrefix(parts)
  const walk = createWalk(edges)
  const step = (states: readonly number[], passes: (edge: Edge) => boolean): number[] =>
    walk(
      states.flatMap((state) => {
        const edge = edges[state]
        return edge !== undefined && edge.test !== null && passes(edge) ? edge.next : []
      }),
    )
  /** The states in which a path may end; none where nothing that begins like this matches. */
  const after = (path: string, loose: boolean): readonly number[] => {
    if (path.length > RULE_PATH_CHARS) throw new Error(`A path is longer than ${RULE_PATH_CHARS} characters.`)
    let states = walk([start])
    let startsName = true
    for (const char of path) {
      if (loose && (char === SOME || char === ANY)) {
        const reached = new Set(states)
        for (let open = states; open.length > 0;) {
          open = step(open, ({ inName }) => inName || char === ANY).filter((state) => !reached.has(state))
          for (const state of open) reached.add(state)
        }
        states = [...reached]
      } else if (loose && char === ONE) states = step(states, ({ inName }) => inName)
      else states = step(states, ({ test }) => test?.(char, startsName) === true)
      if (states.length === 0) return states
      startsName = char === '/'
    }
    return states
  }
  // Most rules are about other folders, and that shows at once.
  const mayBegin = (path: string): boolean => {
    const sign = path.search(/[\uE000-\uE002]/u)
    const exact = sign < 0 ? path : path.slice(0, sign)
    return sign < 0 ? exact.startsWith(prefix) : exact.startsWith(prefix) || prefix.startsWith(exact)
  }
  return {
    test: (path) => {
      if (path.length <= RULE_PATH_CHARS && !path.startsWith(prefix)) return false
      return after(path, false).includes(0)
    },
    mayCover: (path) => {
      if (path.length <= RULE_PATH_CHARS && !mayBegin(path)) return false
      return after(path, true).includes(0)
    },
    mayLieBelow: (folder) => {
      const states = after(folder, true)
      return folder === '' ? states.length > 0 : step(states, ({ test }) => test?.('/', false) === true).length > 0
    },
  }
}

/** What every path that matches begins with. */
function literalPrefix(parts: readonly GlobPart[]): string {
  let prefix = ''
  for (const part of parts) {
    if (part.kind !== 'char') break
    prefix += part.char
  }
  // "src/**" is parsed without its slash, so that it may be about "src" itself.
  return prefix
}

/** Gives the states that are reached from some without a character, each once. */
function createWalk(edges: readonly Edge[]): (from: readonly number[]) => number[] {
  const seenAt = new Uint32Array(edges.length)
  let round = 0
  return (from) => {
    round += 1
    const reached: number[] = []
    const open = [...from]
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (seenAt[state] === round) continue
      seenAt[state] = round
      reached.push(state)
      const edge = edges[state]
      if (edge?.test === null) open.push(...edge.next)
    }
    return reached
  }
}

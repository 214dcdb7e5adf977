import { fail } from '#contracts/failure.ts'

/** Time one step of a guarded test may take, and a whole line. A sane pattern needs microseconds. */
const STEP_MAX_MS = 25
const LINE_MAX_MS = 100
const MAX_PATTERN_CHARS = 2_000
/** Characters of a line that are looked at, by how fast the pattern can be at worst. */
const LINE_CHARS = { constant: 1_000_000, linear: 10_000, guarded: 2_000 } as const

/** Where a line matches, as an offset, or -1. */
export type LineMatcher = (line: string) => number

export interface LinePattern {
  readonly pattern: string
  readonly literal: boolean
  readonly ignoreCase: boolean
}

/**
 * Compiles a pattern for single lines. JavaScript's expressions cannot be interrupted, so one that could
 * backtrack without end is tried on growing starts of the line, and given up as soon as a step is slow.
 * `ticks` is a clock in milliseconds.
 * @throws FailureError `invalid` here or from the matcher
 */
export function lineMatcher({ pattern, literal, ignoreCase }: LinePattern, ticks: () => number): LineMatcher {
  if (pattern === '') throw fail('execution', 'invalid', 'The pattern is empty. Give the text to look for.')
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw fail(
      'execution',
      'invalid',
      `The pattern is longer than ${MAX_PATTERN_CHARS} characters. Look for a part of it.`,
    )
  }
  if (literal && !ignoreCase) return (line) => line.indexOf(pattern)
  const expression = compile(literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`) : pattern, ignoreCase)
  const repeats = literal ? 0 : repetitions(pattern)
  if (repeats === 0) return (line) => line.slice(0, LINE_CHARS.constant).search(expression)
  if (repeats === 1) return (line) => line.slice(0, LINE_CHARS.linear).search(expression)
  return (line) => guarded(expression, line.slice(0, LINE_CHARS.guarded), ticks)
}

function compile(source: string, ignoreCase: boolean): RegExp {
  const flags = ignoreCase ? 'i' : ''
  try {
    return new RegExp(source, `u${flags}`)
  } catch {
    // Patterns written for other tools hold escapes that strict mode refuses, such as \- or \_.
    try {
      return new RegExp(source, flags)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw fail(
        'execution',
        'invalid',
        `The pattern is not a valid regular expression (${why}). Correct it, or search for it as literal text.`,
      )
    }
  }
}

/** How many parts of an expression may repeat. A repeated group, a back-reference and a look-around count double. */
function repetitions(source: string): number {
  const bare = source.replace(/\\[^1-9k]/gu, 'x').replace(/\[[^\]]*\]/gu, 'x')
  const unbounded = bare.match(/[*+]|\{\d+,?\d*\}/gu)?.length ?? 0
  const risky = bare.match(/\)[*+{]|\\[1-9k]|\(\?<?[=!]/gu)?.length ?? 0
  return unbounded + risky
}

// A pattern that explodes does so on a start of the line already, a little; the foreign character at the
// end makes an anchored pattern fail there, which is when it backtracks.
function guarded(expression: RegExp, line: string, ticks: () => number): number {
  const began = ticks()
  for (let end = 4; end < line.length; end += 4) {
    const start = line.slice(0, end)
    const before = ticks()
    expression.test(start)
    expression.test(`${start}\uffff`)
    const after = ticks()
    if (after - before > STEP_MAX_MS || after - began > LINE_MAX_MS) {
      throw fail(
        'execution',
        'invalid',
        'The pattern takes too long on this text: parts of it repeat inside each other. Simplify it, or search for literal text.',
      )
    }
  }
  return line.search(expression)
}

import { fail } from '#contracts/failure.ts'

const MAX_PATTERN_CHARS = 2_000
/** Instructions of a compiled expression; repeats such as `{1000}` are written out in it. */
const MAX_PROGRAM = 2_000
/** Characters of a line times instructions: what the slowest expression may cost per line (measured: about 0.3 s). */
const LINE_STEPS = 500_000
const MIN_LINE_CHARS = 500
/** The same for plain text, where a step is one comparison of characters. */
const LITERAL_STEPS = 200_000_000

/** Finds a pattern in single lines, in time that grows with the line and never faster. */
export interface LineMatcher {
  /** Characters of a line that are looked at; what stands behind them in a longer line is not. */
  readonly lineChars: number
  /** True where the line matches. */
  test(line: string): boolean
  /** The place of the first match, or -1. Slower than `test`. */
  find(line: string): number
}

export interface LinePattern {
  readonly pattern: string
  readonly literal: boolean
  readonly ignoreCase: boolean
}

/**
 * Compiles a pattern for single lines. Expressions run in an engine without backtracking: none can hang
 * the thread, which is why look-around and back-references do not exist in it.
 * @throws FailureError `invalid`
 */
export async function lineMatcher({ pattern, literal, ignoreCase }: LinePattern): Promise<LineMatcher> {
  if (pattern === '') throw invalid('The pattern is empty. Give the text to look for.')
  if (pattern.length > MAX_PATTERN_CHARS)
    throw invalid(`The pattern is longer than ${MAX_PATTERN_CHARS} characters. Look for a part of it.`)
  // Without special characters both readings are the same, and plain text is found a hundred times faster.
  if (literal || !/[\\^$.*+?()[\]{}|]/u.test(pattern)) return literalMatcher(pattern, ignoreCase)
  return expressionMatcher(pattern, ignoreCase)
}

function literalMatcher(text: string, ignoreCase: boolean): LineMatcher {
  const lineChars = Math.floor(LITERAL_STEPS / text.length)
  const expression = new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`), 'iu')
  const find = (line: string) =>
    ignoreCase ? line.slice(0, lineChars).search(expression) : line.slice(0, lineChars).indexOf(text)
  return { lineChars, find, test: (line) => find(line) !== -1 }
}

async function expressionMatcher(pattern: string, ignoreCase: boolean): Promise<LineMatcher> {
  const { RE2JS } = await import('re2js')
  const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0
  const expression = compiled(pattern, () => RE2JS.compile(RE2JS.translateRegExp(pattern), flags))
  const program = expression.matcher('').programSize()
  if (program > MAX_PROGRAM)
    throw invalid('The pattern is too large once its repeats are written out. Use smaller counts, or look for a part.')
  const lineChars = Math.max(MIN_LINE_CHARS, Math.floor(LINE_STEPS / program))

  // Positions (^ $ \b) keep the engine off its fast way. Without them the pattern matches more, never less,
  // so it tells quickly which lines are worth a real look.
  const loose = withoutPositions(pattern)
  const quick =
    loose === pattern ? expression : compiled(pattern, () => RE2JS.compile(RE2JS.translateRegExp(loose), flags))
  // Where a line is cut it does not end, so that `$` must not match there: a foreign character follows.
  const seen = (line: string) => (line.length > lineChars ? `${line.slice(0, lineChars)}\uffff` : line)
  return {
    lineChars,
    test(line) {
      const text = seen(line)
      return quick.test(text) && (quick === expression || expression.test(text))
    },
    find(line) {
      const matcher = expression.matcher(seen(line))
      return matcher.find() ? matcher.start() : -1
    },
  }
}

function compiled<T>(pattern: string, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (/\(\?<?[=!]|\\[1-9]|\\k</u.test(pattern)) {
      throw invalid(
        'Look-around and back-references do not exist in these regular expressions. Use a simpler pattern and sift what it finds, or search for plain text with `literal`.',
      )
    }
    const why = (error instanceof Error ? error.message : String(error)).replace(/^error parsing regexp: /u, '')
    throw invalid(
      `The pattern is not a valid regular expression (${why}). Correct it, or search for plain text with \`literal\`.`,
    )
  }
}

/**
 * The pattern with nothing in place of each position. In classes, between `\Q` and `\E` and behind a backslash the
 * signs mean themselves.
 */
function withoutPositions(pattern: string): string {
  return pattern.replace(/\\Q.*?(?:\\E|$)|\[\^?\]?(?:\\.|[^\]\\])*\]|\\[bB]|\\.|[\^$]/gsu, (part) =>
    part === '^' || part === '$' || part === String.raw`\b` || part === String.raw`\B` ? '(?:)' : part,
  )
}

function invalid(message: string) {
  return fail('execution', 'invalid', message)
}

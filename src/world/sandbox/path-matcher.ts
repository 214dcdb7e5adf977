import picomatch from 'picomatch'
import { fail } from '#contracts/failure.ts'

const MAX_PATTERN_CHARS = 1_000
/** Stars in one name of a pattern: each one multiplies the time that a name can take to be refused. */
const MAX_STARS = 8

/**
 * Compiles a glob into a test of a path relative to where the search starts. A dot-file needs a literal dot.
 * @throws FailureError `invalid`
 */
export function globMatcher(pattern: string): (relativePath: string) => boolean {
  if (pattern === '') throw fail('execution', 'invalid', 'The glob is empty. Use **/* for all files.')
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw fail(
      'execution',
      'invalid',
      `The glob is longer than ${MAX_PATTERN_CHARS} characters. Search in several steps.`,
    )
  }
  if (pattern.split('/').some((part) => (part.match(/\*+/gu)?.length ?? 0) > MAX_STARS)) {
    throw fail('execution', 'invalid', `One part of the glob holds more than ${MAX_STARS} stars. Use fewer.`)
  }
  const clean = pattern.replace(/^(\.?\/)+/u, '')
  return picomatch(clean, { nonegate: true, noextglob: true, strictSlashes: true })
}

/** As `globMatcher`, but a glob without a slash is held against the file's name, as grep's --include does. */
export function includeMatcher(pattern: string): (relativePath: string) => boolean {
  const matches = globMatcher(pattern)
  if (pattern.includes('/')) return matches
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1))
}

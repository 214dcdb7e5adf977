import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { lineMatcher } from './line-matcher.ts'

const find = (pattern: string, line: string, more: { literal?: boolean; ignoreCase?: boolean } = {}) =>
  lineMatcher({ pattern, literal: false, ignoreCase: false, ...more }, () => performance.now())(line)

describe('lineMatcher', () => {
  test('gives the place of the match, or -1', () => {
    expect(find('b+', 'abbb')).toBe(1)
    expect(find('x', 'abc')).toBe(-1)
    expect(find('B', 'abc', { ignoreCase: true })).toBe(1)
    expect(find('a.c', 'abc a.c', { literal: true })).toBe(4)
    expect(find('A.C', 'abc a.c', { literal: true, ignoreCase: true })).toBe(4)
  })

  test('escapes that only older syntax allows still work', () => {
    expect(find(String.raw`a\-b\_`, 'a-b_')).toBe(0)
  })

  test.each(['(a+)+$', '(a|a)*$', '(a|aa)+$', String.raw`^(\w+\s?)*$`, '(.*)*x$', '([a-z]+)*!'])(
    '%s gives up instead of hanging',
    (pattern) => {
      const line = `${'a'.repeat(200)}\u00e9-`
      const began = performance.now()
      try {
        expect(find(pattern, line)).toBe(-1)
      } catch (error) {
        expect(error).toBeInstanceOf(FailureError)
      }
      expect(performance.now() - began).toBeLessThan(5_000)
    },
  )

  test('a step that takes long by the clock ends the search', () => {
    let now = 0
    const slow = () => (now += 30)
    expect(() => lineMatcher({ pattern: 'a*b*', literal: false, ignoreCase: false }, slow)('xxxxxxxx')).toThrow(
      /too long/u,
    )
  })

  test('ordinary patterns with several repeats are not taken for bad ones', () => {
    expect(
      find(String.raw`function\s+\w+\s*\(.*\)\s*\{`, `${' '.repeat(40)}function foo (a, b) {${' '.repeat(200)}`),
    ).toBe(40)
  })
})

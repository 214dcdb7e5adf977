import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { lineMatcher } from './line-matcher.ts'

const matcher = (pattern: string, more: { literal?: boolean; ignoreCase?: boolean } = {}) =>
  lineMatcher({ pattern, literal: false, ignoreCase: false, ...more })
const find = async (pattern: string, line: string, more: { literal?: boolean; ignoreCase?: boolean } = {}) => {
  const { test: matches, find: place } = await matcher(pattern, more)
  const at = place(line)
  expect(matches(line)).toBe(at !== -1)
  return at
}
const refusal = async (pattern: string) => {
  const error: unknown = await matcher(pattern).catch((reason: unknown) => reason)
  return error instanceof FailureError ? error.failure : error
}

describe('lineMatcher', () => {
  test.each([
    ['b+', 'abbb', 1],
    ['x', 'abc', -1],
    [String.raw`a\-b\_`, 'a-b_', 0],
    [String.raw`\u00e9\s\x41`, '-é A', 1],
    [String.raw`^\s*import\b.*from ['"]\./`, `  import { a } from './a.ts'`, 0],
    [String.raw`\bcat\b`, 'concat cat', 7],
    [String.raw`\bcat\b`, 'concatenate', -1],
    ['[$^]x$', 'a ^x', 2],
    ['[$^]x$', 'ax', -1],
    [String.raw`a\$`, 'a$', 0],
    [String.raw`\Qa^b\E`, 'xa^b', 1],
    [String.raw`^\Q$a\E$`, '$a', 0],
    [String.raw`\Qa^b`, 'a^b', 0],
    [String.raw`\\Q^`, 'a', -1],
    ['(?i)todo', 'a TODO', 2],
    ['(?<name>b)c', 'abc', 1],
    ['[[:digit:]]', 'a1', 1],
    [String.raw`\p{Lu}.`, 'éÉ🎉', 1],
    ['(foo|bar)baz?', '🎉 barba', 3],
    [String.raw`function\s+\w+\s*\(.*\)\s*\{`, `${' '.repeat(40)}function foo (a, b) {${' '.repeat(200)}`, 40],
  ])('%s in %j is at %i', async (pattern, line, at) => {
    expect(await find(pattern, line)).toBe(at)
  })

  test('case is set aside where asked, and literal text means itself', async () => {
    expect(await find('B', 'abc', { ignoreCase: true })).toBe(1)
    expect(await find('b.', 'aBC', { ignoreCase: true })).toBe(1)
    expect(await find('a.c', 'abc a.c', { literal: true })).toBe(4)
    expect(await find('A.C', 'abc a.c', { literal: true, ignoreCase: true })).toBe(4)
  })

  // Each of these takes a backtracking engine longer than anyone lives; here they only have to end.
  const HOSTILE = [
    '(a+)+$',
    '^(a|a)*$',
    '(a|aa)+$',
    String.raw`^(\w+\s?)*!$`,
    '(.*)*x$',
    '([a-z]+)*!!',
    `${'(a|a)'.repeat(28)}[bc]`,
    `${'(a|aa)'.repeat(28)}[bc]`,
    `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
    '(a?){60}a{60}b',
    '(?:(?:a?){30}){30}!!',
    '(a*)*(a*)*(a*)*!!',
    String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
    '(x+x+)+y|(a+a+)+b',
    '[ab]*a[ab]{20}c',
    String.raw`(\b\w+\b)*\s!!`,
    '.*.*.*.*.*=;',
  ]
  test.each(HOSTILE)('%s ends, with the right answer', async (pattern) => {
    for (const line of [`${'a'.repeat(28)}-`, `${'a'.repeat(100_000)}-`, 'ab'.repeat(50_000)])
      expect(await find(pattern, line)).toBe(-1)
  })

  test('how much of a line is looked at depends on the pattern alone, and is said', async () => {
    const simple = await matcher('foo.*bar')
    expect(simple.lineChars).toBeGreaterThan(40_000)
    expect(simple.test(`${'x'.repeat(simple.lineChars - 7)}foo-bar`)).toBe(true)
    expect(simple.test(`${'x'.repeat(simple.lineChars - 6)}foo-bar`)).toBe(false)
    expect((await matcher(String.raw`(\w+){400}x`)).lineChars).toBe(500)
    expect((await matcher('foo')).test(`${'x'.repeat(1_000_000)}foo`)).toBe(true)
  })

  test.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', String.raw`(a)\1`, String.raw`(?<n>a)\k<n>`])(
    '%s is refused with what to do instead',
    async (pattern) => {
      expect(await refusal(pattern)).toEqual({
        stage: 'execution',
        kind: 'invalid',
        message:
          'Look-around and back-references do not exist in these regular expressions. Use a simpler pattern and sift what it finds, or search for plain text with `literal`.',
        retryable: false,
      })
    },
  )

  test.each(['(', '[a', 'a{2000}', '*a', String.raw`\y`])(
    '%s is no valid expression, and says why',
    async (pattern) => {
      expect(await refusal(pattern)).toMatchObject({
        kind: 'invalid',
        message: expect.stringMatching(
          /^The pattern is not a valid regular expression \(.+\)\. .*`literal`\.$/u,
        ) as string,
      })
    },
  )

  test.each(['', 'a'.repeat(2_001), '(a{1000})'.repeat(200)])(
    'an empty or oversized pattern is refused',
    async (pattern) => {
      expect(await refusal(pattern)).toMatchObject({ stage: 'execution', kind: 'invalid' })
    },
  )
})

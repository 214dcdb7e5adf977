import * as fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { globMatcher, includeMatcher } from './path-matcher.ts'

test.each([
  ['**/*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts'], ['a.js', '.x/a.ts', 'src/.a.ts', 'a.ts/b']],
  ['*', ['a', 'a.b'], ['a/b', '.a']],
  ['**', ['a', 'a/b/c'], ['.a', 'a/.b', '.a/b']],
  ['src/**', ['src/a', 'src/a/b'], ['srcs/a', 'a/src/b']],
  ['src/**/x', ['src/x', 'src/a/b/x'], ['src/ax', 'x']],
  ['**/.env', ['.env', 'a/.env'], ['a.env', '.a/.env']],
  ['.*', ['.env'], ['env', '.a/b']],
  ['*.env', ['a.env'], ['.env']],
  ['?b', ['ab', '😀b'], ['.b', '/b', 'b']],
  ['[a-c]x', ['bx'], ['dx', '/x']],
  ['[!a]x', ['bx'], ['ax', '.x', '/x']],
  ['a[!b]c', ['axc'], ['a/c', 'abc']],
  ['[[:digit:]]', ['7'], ['a']],
  ['[]a]', [']', 'a'], ['b']],
  ['app/[id]/page', ['app/[id]/page', 'app/i/page'], ['app/x/page']],
  ['(group)/a+b|$.^', ['(group)/a+b|$.^'], ['group/aab']],
  ['{src/,}**/*.ts', ['a.ts', 'src/a.ts', 'src/x/a.ts'], ['a.js']],
  ['{a,b{c,d}}.x', ['a.x', 'bc.x', 'bd.x'], ['b.x']],
  ['{a}', ['{a}'], ['a']],
  ['{a', ['{a'], ['a']],
  ['[a', ['[a'], ['a']],
  ['p{8..11}', ['p8', 'p10', 'p11'], ['p1', 'p12']],
  ['p{08..11}', ['p08', 'p11'], ['p8']],
  ['{a..c}', ['a', 'b', 'c'], ['d']],
  [String.raw`\*\{a,b\}`, ['*{a,b}'], ['x{a,b}', '*a']],
  ['./a/*', ['a/b'], ['./a/b']],
])('%s', (pattern, yes, no) => {
  const test = globMatcher(pattern)
  expect({ yes: yes.filter(test), no: no.filter(test) }).toEqual({ yes, no: [] })
})

test('without a slash an include is held against the name', () => {
  expect(['a.ts', 'x/a.ts', 'x/a.js'].filter(includeMatcher('*.ts'))).toEqual(['a.ts', 'x/a.ts'])
  expect(['a.ts', 'x/a.ts'].filter(includeMatcher('x/*.ts'))).toEqual(['x/a.ts'])
})

// The other engine is asked only where both mean the same: here a class takes neither a slash nor a leading dot.
const word = fc.constantFrom('a', 'b', '.', 'ab', '-')
const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom('*', '?', '[ab]', '[a-b]', '[^./a]') },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom('a', 'b', '.b', 'a*', 'b?'), { minLength: 2, maxLength: 3 })
      .map((options) => `{${options.join(',')}}`),
  },
)
const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('').replaceAll('**', '*'))
const glob = fc
  .array(fc.oneof({ weight: 3, arbitrary: name }, fc.constant('**')), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))
const fileName = fc
  .array(fc.constantFrom('a', 'b', '.', '-'), { minLength: 1, maxLength: 4 })
  .map((chars) => chars.join(''))
  .filter((text) => !/^\.+$/.test(text))
const path = fc.array(fileName, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))

test('on plain globs it agrees with a well-known engine', () => {
  let matched = 0
  fc.assert(
    fc.property(glob, fc.array(path, { minLength: 8, maxLength: 8 }), (pattern, paths) => {
      const theirs = picomatch(pattern, { nonegate: true, noextglob: true, strictSlashes: true })
      const ours = globMatcher(pattern.replaceAll('[^./a]', '[!.a]'))
      const expected = paths.filter((path) => theirs(path))
      matched += expected.length
      expect(paths.filter(ours), pattern).toEqual(expected)
    }),
    { numRuns: 1_000, seed: 1 },
  )
  expect(matched).toBeGreaterThan(300)
})

describe('time', () => {
  test.each<[what: string, pattern: string, path: string]>([
    ['eight stars', `${'*a'.repeat(8)}b`, 'a'.repeat(255)],
    ['400 stars', `${'*a'.repeat(400)}b`, 'a'.repeat(255)],
    ['200 globstars', `${'**/'.repeat(200)}x`, `${'a/'.repeat(2_000)}y`],
    ['stars in many names', `${'**/*a*a*a*a/'.repeat(20)}b`, `${'a'.repeat(30)}/`.repeat(100) + 'c'],
    ['alternatives that overlap', `${'{a,aa}'.repeat(100)}b`, 'a'.repeat(255)],
    ['braces that never close', '{'.repeat(400), 'a'],
    ['braces in braces', '{a,'.repeat(200) + '}'.repeat(200), 'b'],
    ['brackets that never close', '['.repeat(900), 'a'],
  ])(
    '%s: no glob takes more than pattern times path',
    (_, pattern, path) => {
      // An engine that backtracks takes from seconds to ages here; the test's own time-out is the measure.
      expect(globMatcher(pattern)(path)).toBe(false)
    },
    2_000,
  )

  test('a matcher that has seen very many characters still answers right', () => {
    const takes = globMatcher('**/*[!x]/{a,b}*')
    const names = Array.from({ length: 20_000 }, (_, code) => String.fromCodePoint(0x4e00 + code))
    const wrong = names.filter((name) => !takes(`q/${name}/a${name}`) || takes(`q/x/a${name}`) || takes(`${name}/c`))
    expect(wrong).toEqual([])
  })

  test('any text is a glob that answers, or is refused with a sentence', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '/', '*', '?', '[', ']', '{', '}', ',', '.', '!', '\\', '-', ':', '^', '1'),
      maxLength: 60,
    })
    fc.assert(
      fc.property(text, path, (pattern, path) => {
        try {
          expect(typeof globMatcher(pattern)(path)).toBe('boolean')
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError)
        }
      }),
      { numRuns: 5_000, seed: 2 },
    )
  })

  test.each([
    ['empty', ''],
    ['too long', 'a'.repeat(1_001)],
    ['a range too wide', '{1..99999}'],
    ['too many names', '{1..200}'.repeat(40)],
  ])('%s is refused', (_, pattern) => {
    expect(() => globMatcher(pattern)).toThrow(FailureError)
  })
})

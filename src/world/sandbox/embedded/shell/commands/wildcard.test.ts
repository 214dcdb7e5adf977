import { expect, test } from 'vitest'
import { matchesWildcard } from './wildcard.ts'

test.each([
  ['*', '', true],
  ['*.o', 'd/e/b.o', true],
  ['d/*', 'd/e/f', true],
  ['d/*', 'd', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*a*b', 'xaxbxb', true],
  ['*a*b', 'xaxbx', false],
  ['a.c', 'abc', false],
  [`${'*a'.repeat(500)}b`, 'a'.repeat(4_000), false],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matchesWildcard(pattern, text)).toBe(fits)
})

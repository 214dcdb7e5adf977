import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wellFormed } from '#contracts/well-formed.ts'
import { cutLine, headOf, tailOf } from './cut-text.ts'

test('wherever a text is cut, no half of a surrogate pair is left', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '🙂', 'é', '\n') })
  fc.assert(
    fc.property(text, fc.nat({ max: 30 }), (whole, max) => {
      for (const part of [headOf(whole, max), tailOf(whole, max)]) {
        expect(wellFormed(part)).toBe(part)
        expect(part.length).toBeLessThanOrEqual(max)
        expect(part.length).toBeGreaterThanOrEqual(Math.min(max, whole.length) - 1)
      }
      expect(whole.startsWith(headOf(whole, max))).toBe(true)
      expect(whole.endsWith(tailOf(whole, max))).toBe(true)
    }),
  )
})

test('a cut line says what it lost', () => {
  expect(cutLine('abcdef', 4)).toBe('abcd… [2 more characters in this line]')
  expect(cutLine('abc', 4)).toBe('abc')
})

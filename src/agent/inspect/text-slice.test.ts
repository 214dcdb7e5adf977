import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headSlice, sliceFrom } from './text-slice.ts'

describe('slices', () => {
  it('follow each other to the whole text, and no pair of surrogates is ever cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.integer({ min: 2, max: 20 }), (text, max) => {
        let joined = ''
        for (let from: number | null = 0; from !== null;) {
          const slice = sliceFrom(text, from, max)
          expect([slice.from, slice.chars]).toEqual([from, text.length])
          expect(slice.text).not.toMatch(/\p{Surrogate}/u)
          expect(slice.text.length).toBeLessThanOrEqual(max)
          joined += slice.text
          from = slice.next
        }
        expect(joined).toBe(text)
      }),
      { seed: 7, numRuns: 400 },
    )
  })

  it('begin before a pair that was asked for by its half, and are empty behind the end', () => {
    expect(sliceFrom('a😀b', 2, 3)).toEqual({ text: '😀b', from: 1, chars: 4, next: null })
    expect(sliceFrom('abc', 99)).toEqual({ text: '', from: 3, chars: 3, next: null })
    expect(headSlice('x'.repeat(2_001))).toEqual({ text: 'x'.repeat(2_000), from: 0, chars: 2_001, next: 2_000 })
  })
})

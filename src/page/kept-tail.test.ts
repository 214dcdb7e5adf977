import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keptTail } from './kept-tail.ts'

describe('keptTail', () => {
  it('keeps all within the bound and cuts at a line end beyond it', () => {
    expect(keptTail({ text: 'ab\n', omitted: 0 }, 'cd\n', 10)).toEqual({ text: 'ab\ncd\n', omitted: 0 })
    expect(keptTail({ text: 'ab\ncd\n', omitted: 4 }, 'ef\n', 5)).toEqual({ text: 'ef\n', omitted: 10 })
  })

  it('never holds more than the bound, and counts every character that it let go', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 40 }), (pieces, max) => {
        const all = pieces.join('')
        const { text, omitted } = pieces.reduce((held, piece) => keptTail(held, piece, max), { text: '', omitted: 0 })
        expect(text.length).toBeLessThanOrEqual(max)
        expect(all.slice(omitted)).toBe(text)
      }),
    )
  })
})

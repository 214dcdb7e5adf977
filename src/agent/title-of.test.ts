import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleOf } from './title-of.ts'

it.each([
  ['Make it blue', 'Make it blue'],
  ['x'.repeat(60), 'x'.repeat(60)],
  [
    'Check that the contrast of all colours is readable in both themes',
    'Check that the contrast of all colours is readable in both…',
  ],
  [
    'Please see whether these new colours are readable, and fix them',
    'Please see whether these new colours are readable, and fix…',
  ],
  [`Read src/${'deep/'.repeat(20)}file.ts`, `Read src/${'deep/'.repeat(10)}…`],
  ['字'.repeat(80), `${'字'.repeat(59)}…`],
])('the title of %j is %j', (line, title) => {
  expect(titleOf(line)).toBe(title)
})

it('never grows past its length, ends in half of a sign, or loses a line that fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (line) => {
      const title = titleOf(line)
      expect(title.length).toBeLessThanOrEqual(60)
      expect(title).not.toMatch(/\p{Cs}/u)
      expect(title === line).toBe(line.length <= 60)
    }),
    { seed: 17 },
  )
})

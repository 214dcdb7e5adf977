import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineEnd, lineStarts } from './line-starts.ts'

const linesOf = (text: string) => {
  const starts = lineStarts(text)
  return starts.map((start, index) => text.slice(start, lineEnd(text, starts, index)))
}

test('lines are what stands between line breaks of either kind; the last break starts no line', () => {
  expect(linesOf('')).toEqual([''])
  expect(linesOf('a')).toEqual(['a'])
  expect(linesOf('a\n')).toEqual(['a'])
  expect(linesOf('a\r\nb\r\n')).toEqual(['a', 'b'])
  expect(linesOf('\n\n')).toEqual(['', ''])
})

test('any text gives its lines', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z😀 ]{0,5}$/u), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      (lines, end) => {
        expect(linesOf(lines.map((line) => line + end).join(''))).toEqual(lines)
      },
    ),
  )
})

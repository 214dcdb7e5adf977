import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { applyEdit } from './apply-edit.ts'
import { revisionOf } from './revision.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const apply = (before: string, oldText: string, newText: string, all = false) => {
  const outcome = applyEdit('f', bytes(before), { oldText, newText, all })
  expect(outcome.revision).toBe(revisionOf(outcome.after))
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(outcome.after)
}
const failure = (before: string, oldText: string) => {
  try {
    apply(before, oldText, 'x')
  } catch (error) {
    if (error instanceof FailureError) return error.failure
  }
  throw new Error('It succeeded.')
}

describe('applyEdit', () => {
  test('every replacement is the literal text, whatever it holds', () => {
    const piece = fc.stringMatching(/^[ab$&`'\n]{0,6}$/u)
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 1, maxLength: 5 }),
        fc.stringMatching(/^[ab$&`]{1,3}$/u),
        piece,
        (pieces, oldText, newText) => {
          const before = pieces.join(oldText)
          if (!before.includes(oldText)) return
          expect(apply(before, oldText, newText, true)).toBe(before.split(oldText).join(newText))
        },
      ),
    )
  })

  test('line ends of the file win where it has one kind', () => {
    expect(apply('a\r\nb\r\n', 'a\nb', 'x\ny')).toBe('x\r\ny\r\n')
    expect(apply('a\r\nb\r\n', 'a\r\nb', 'x\r\ny')).toBe('x\r\ny\r\n')
    expect(apply('a\nb\n', 'a\r\nb\r\n', 'x\r\n')).toBe('x\n')
    expect(apply('a\r\nb\nc', 'b\nc', 'x\ny')).toBe('a\r\nx\ny')
    expect(apply('a\r\nb', 'b', 'c\nd')).toBe('a\r\nc\r\nd')
  })

  test('a byte order mark stays', () => {
    expect(apply('\ufeffa', 'a', 'b')).toBe('\ufeffb')
  })

  test.each([
    ['curly quotes', 'say \u201chi\u201d\n', 'say "hi"', 'in its quotes or dashes (curly against straight)'],
    ['Unicode form', 'caf\u00e9\n', 'cafe\u0301', 'in its Unicode form (composed against decomposed characters)'],
    ['case', 'Const A = 1\n', 'const a = 1', 'in upper and lower case'],
    ['white space', 'if (a)   {\n', 'if (a) {', 'in white space'],
    ['words', 'const total = sum(list)\n', 'const total = sum(items)', 'in some words'],
  ])('a miss by %s is named and shown', (_what, before, wanted, why) => {
    expect(failure(`first\n${before}last\n`, wanted)).toMatchObject({
      kind: 'no-match',
      detail: { closest: before.trimEnd(), line: 2, why },
    })
  })

  test('several lines with other indentation are found as one region', () => {
    const near = failure('head\n\tif (a) {\n\t\tb()\n\t}\ntail\n', '  if (a) {\n    b()\n  }')
    expect(near.detail).toEqual({ closest: '\tif (a) {\n\t\tb()\n\t}', line: 2, why: 'in white space' })
  })

  test('text unlike anything in the file shows nothing', () => {
    expect(failure('alpha\nbeta\n', 'zzz qqq').detail).toBeUndefined()
  })

  test('an empty text to replace and one that is not UTF-8 are refused', () => {
    expect(failure('a', '').kind).toBe('invalid')
    expect(() => applyEdit('f', new Uint8Array([0xff, 0xfe]), { oldText: 'a', newText: 'b', all: false })).toThrow(
      FailureError,
    )
  })
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { READ_LINE_CHARS, SHELL_OUTPUT_KEPT_CHARS, SHELL_OUTPUT_MODEL_CHARS } from '#contracts/limits.ts'
import { wellFormed } from '#contracts/well-formed.ts'
import { HeadAndTail } from './head-and-tail.ts'
import { OutputKeeper } from './output-keeper.ts'
import { forModel } from './shell-text.ts'

test('head, tail and the omitted length are those of the whole text, however it came in pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '🙂'), maxLength: 30 })), (pieces) => {
      const text = pieces.join('')
      const keeper = new HeadAndTail(10, 20)
      for (const piece of pieces) keeper.add(piece)
      const { head, omittedChars, tail } = keeper.kept()
      expect(text.startsWith(head)).toBe(true)
      expect(text.endsWith(tail)).toBe(true)
      expect(head.length + omittedChars + tail.length).toBe(text.length)
      if (text.length <= 28) expect(omittedChars).toBe(0)
      expect([wellFormed(head), wellFormed(tail)]).toEqual([head, tail])
      if (omittedChars > 0) expect(head.length + tail.length).toBeGreaterThanOrEqual(28)
    }),
  )
})

test('one piece far larger than everything kept is cut at once', () => {
  const keeper = new HeadAndTail(3, 5)
  keeper.add('abcdefghijklmnopqrstuvwxyz')
  expect(keeper.kept()).toEqual({ head: 'abc', omittedChars: 18, tail: 'vwxyz' })
  keeper.add('!')
  expect(keeper.kept()).toEqual({ head: 'abc', omittedChars: 19, tail: 'wxyz!' })
})

test('the streams are kept in the order of their lines, and one never ends up inside a line of the other', () => {
  const keeper = new OutputKeeper()
  keeper.add('stdout', 'half of ')
  keeper.add('stderr', 'warning\n')
  keeper.add('stdout', 'a line\nlast')
  keeper.add('stderr', 'end')
  const { forClient } = keeper.end()
  expect(forClient).toEqual({ head: 'warning\nhalf of a line\nlast\nend', omittedChars: 0, tail: '' })
})

test('an endless writer costs bounded memory, and the model gets both ends with a notice at the head and in the gap', () => {
  const keeper = new OutputKeeper()
  keeper.add('stdout', 'the beginning\n')
  const line = `${'y'.repeat(99)}\n`
  for (let count = 0; count < 200_000; count++) keeper.add('stdout', line)
  keeper.add('stderr', 'the end\n')
  const kept = keeper.end()
  const text = forModel(kept)
  expect(kept.rawChars).toBe(14 + 200_000 * 100 + 8)
  expect(text.length).toBeLessThanOrEqual(SHELL_OUTPUT_MODEL_CHARS)
  expect(text.length).toBeGreaterThan(SHELL_OUTPUT_MODEL_CHARS - 1_500)
  expect(text).toMatch(/^\[The output is long: 19,971,022 characters in its middle are left out\..*\]\nthe beginning\n/)
  expect(text).toContain('\n[… 19,971,022 characters left out …]\n')
  expect(text.endsWith('the end')).toBe(true)
  expect(kept.forClient.head.length + kept.forClient.tail.length).toBe(SHELL_OUTPUT_KEPT_CHARS)
})

test('a very long line is cut for the model and whole for the page', () => {
  const keeper = new OutputKeeper()
  for (let count = 0; count < 10; count++) keeper.add('stdout', 'x'.repeat(1_000))
  keeper.add('stdout', '\nnext\n')
  const kept = keeper.end()
  expect(forModel(kept)).toBe(`${'x'.repeat(READ_LINE_CHARS)}… [8,000 more characters in this line]\nnext`)
  expect(kept.forClient).toEqual({ head: `${'x'.repeat(10_000)}\nnext\n`, omittedChars: 0, tail: '' })
})

test('a very long last line without a line end is cut as well', () => {
  const keeper = new OutputKeeper()
  keeper.add('stdout', 'x'.repeat(READ_LINE_CHARS + 5))
  expect(forModel(keeper.end())).toBe(`${'x'.repeat(READ_LINE_CHARS)}… [5 more characters in this line]`)
})

test('output that is not text is described instead of shown', () => {
  const withNul = new OutputKeeper()
  withNul.add('stdout', '\x7fELF\x00\x00\x01')
  expect(forModel(withNul.end())).toMatch(/^\[The output looks binary \(7 characters\) and is not shown\./)
  const undecodable = new OutputKeeper()
  undecodable.add('stdout', `${'\ufffd'.repeat(50)}${'a'.repeat(100)}`)
  expect(forModel(undecodable.end())).toMatch(/looks binary/)
})

test('nothing, and nothing but white space, is said to be no output', () => {
  expect(forModel(new OutputKeeper().end())).toBe('(no output)')
  const blank = new OutputKeeper()
  blank.add('stdout', '\n  \n')
  expect(forModel(blank.end())).toBe('(no output)')
})

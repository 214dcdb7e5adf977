import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wellFormed } from '#contracts/well-formed.ts'
import { TerminalText } from './terminal-text.ts'

/** What a person would see of the pieces, one after the other. */
function seen(...pieces: string[]): string {
  const terminal = new TerminalText()
  return pieces.map((piece) => terminal.write(piece)).join('') + terminal.end()
}

test.each([
  ['plain text', 'one\ntwo', 'one\ntwo'],
  ['colours', '\x1b[31mred\x1b[0m \x1b[38;5;200mpink\x1b[m', 'red pink'],
  ['CRLF line ends', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  ['doubled carriage returns', 'one\r\r\ntwo', 'one\ntwo'],
  ['a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['a shorter overwrite leaves the rest', 'hello\rHE', 'HEllo'],
  ['an overwrite with an erased line', 'downloading\r\x1b[Kok\n', 'ok\n'],
  ['a whole line erased', 'abc\x1b[2K\rx', 'x'],
  ['the start of a line erased', 'abcdef\x1b[3D\x1b[1Kx', '   xef'],
  ['cursor moves within the line', 'abc\x1b[2Dx\x1b[10Gy', 'axc      y'],
  ['backspaces', 'abc\b\bX', 'aXc'],
  ['overstruck bold', 'b\bbo\bo', 'bo'],
  ['cursor moves to other lines', 'a\x1b[2Ab\x1b[1;1Hc\x1b[2Jd', 'abcd'],
  ['a hyperlink', '\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\!', 'link!'],
  ['a window title', '\x1b]0;title\x07text', 'text'],
  ['an unfinished title does not take the next line', '\x1b]0;title\nnext', '\nnext'],
  ['a device control string', '\x1bPq#0;2;0\x1b\\after', 'after'],
  ['a charset switch', '\x1b(Bplain', 'plain'],
  ['one-character controls', '\x9b31mred\x9d0;t\x9cdone', 'reddone'],
  ['bells and other controls', 'a\x07\x00\x01\x7fb', 'ab'],
  ['an escape at the very end', 'a\x1b', 'a'],
  ['an unfinished sequence at the end', 'a\x1b[38;5', 'a'],
  ['an emoji overwritten as one character', '🙂b\rX', 'Xb'],
  ['half of a surrogate pair', 'a\ud83db\udc00', 'a\ufffdb\ufffd'],
  ['a half at the end', 'a\ud83d', 'a\ufffd'],
])('%s', (_, raw, text) => {
  expect(seen(raw)).toBe(text)
})

test('wherever the output is cut into pieces, the same text is seen', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    '🙂',
    '\n',
    '\r',
    '\r\n',
    '\b',
    '\x1b[31m',
    '\x1b[K',
    '\x1b[2D',
    '\x1b]0;t\x07',
    '\x1b]8;;u\x1b\\',
    '\x1b(B',
    '\ud83d',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.array(fc.nat(60)), (units, cuts) => {
      const raw = units.join('')
      const at = [0, ...cuts.map((cut) => Math.min(cut, raw.length)).toSorted((a, b) => a - b), raw.length]
      const pieces = at.slice(1).map((end, index) => raw.slice(at[index], end))
      const whole = seen(raw)
      expect(seen(...pieces)).toBe(whole)
      expect(whole).not.toMatch(/[^\P{Cc}\n\t]/u)
      expect(wellFormed(whole)).toBe(whole)
    }),
  )
})

test('a line that never ends is given out in parts, complete and in order', () => {
  const terminal = new TerminalText()
  const parts = Array.from({ length: 100 }, (_, index) => terminal.write(String(index % 10).repeat(1_000)))
  expect(parts.join('') + terminal.end()).toBe(
    Array.from({ length: 100 }, (_, index) => String(index % 10).repeat(1_000)).join(''),
  )
  expect(parts.filter((part) => part !== '').length).toBeGreaterThan(5)
})

test('a control string that never ends does not swallow the output for ever', () => {
  expect(seen('\x1bP' + 'x'.repeat(65_537) + 'after')).toBe('after')
})

test('a view that only appends gets clean text as it comes, with a new line where a return overwrites', () => {
  const terminal = new TerminalText()
  const live = ['a\x1b[3', '1mb\r', '\nc 10%\r', '20%\r\x1b[K', '30%\r\n\r\n', 'prompt> '].map((piece) => {
    terminal.write(piece)
    return terminal.takeLive()
  })
  expect(live).toEqual(['a', 'b', '\nc 10%', '\n20%', '\n30%\n\n', 'prompt> '])
})

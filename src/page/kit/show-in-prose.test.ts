import fc from 'fast-check'
import { expect, it } from 'vitest'
import { showInProse } from './show-in-prose.ts'

const at = (...points: number[]) => String.fromCodePoint(...points)
const written = (point: number) => `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

it.each([
  ['bidi controls', [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]],
  ['zero width', [0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0xfeff, 0x180e, 0x034f, 0x115f, 0x3164]],
  ['tags and selectors', [...range(0xe0000, 0xe007f), 0xfe0f, 0xe0100]],
  ['controls and odd line ends', [0x00, 0x07, 0x1b, 0x7f, 0x85, 0x2028, 0x2029]],
])('writes out %s between Latin letters', (_, points) => {
  expect(points.map((point) => showInProse(`a${at(point)}b`))).toEqual(points.map((point) => `a${written(point)}b`))
})

it.each([
  ['Persian', 'می\u200Cخواهم'],
  ['Persian with marks', 'مِی\u200Cخواهَم'],
  ['Hindi', 'क्\u200Dष and क्\u200Cष'],
  ['Sinhala', 'ශ්\u200Dරී'],
  ['a family', '👩\u200D👩\u200D👧\u200D👦'],
  ['a heart and a keycap', '❤\uFE0F 1\uFE0F\u20E3'],
  ['a flag', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a Han variant', '葛\u{E0100}城'],
  ['a soft hyphen in a word', 'Donau\u00ADdampf'],
  ['an Arabic number sign', '\u0600١٢'],
  ['tabs and line ends', 'a\tb\nc'],
  ['half of a sign that still streams', 'a\uD83D'],
])('leaves %s as it is', (_, text) => {
  expect(showInProse(text)).toBe(text)
})

it('lets through one joiner, not a message in joiners', () => {
  expect(showInProse('م\u200C\u200D\u200Cخ')).toBe('م⟨U+200C⟩⟨U+200D⟩⟨U+200C⟩خ')
  expect(showInProse('😀\uFE0F\u{E0101}\u{E0102}')).toBe('😀\uFE0F⟨U+E0101⟩⟨U+E0102⟩')
})

it('never leaves what turns the order of words or carries hidden ones, and is settled after once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = showInProse(text)
      expect(showInProse(shown)).toBe(shown)
      expect(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u.test(shown)).toBe(false)
    }),
    { seed: 13 },
  )
})

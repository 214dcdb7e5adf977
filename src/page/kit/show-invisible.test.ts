import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showInvisible } from './show-invisible.ts'

const at = (...points: number[]) => String.fromCodePoint(...points)
const written = (point: number) => `⟨U+${point.toString(16).toUpperCase().padStart(4, '0')}⟩`
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('showInvisible', () => {
  it.each([
    ['bidi controls', [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]],
    ['zero width', [0x200b, 0x200c, 0x200d, 0x2060, 0x2061, 0x2064, 0xfeff, 0x180e]],
    ['C0 except tab and line end', range(0, 0x1f).filter((point) => ![0x09, 0x0a, 0x0d].includes(point))],
    ['delete and C1', range(0x7f, 0x9f)],
    ['tags', range(0xe0000, 0xe007f)],
    ['fillers, joiners and selectors', [0x00ad, 0x034f, 0x115f, 0x3164, 0xffa0, 0x2800, 0xfe0f, 0xe0100]],
    ['odd line ends', [0x2028, 0x2029]],
    ['lone surrogates', [0xd800, 0xdbff, 0xdc00, 0xdfff]],
  ])('writes out %s', (_, points) => {
    expect(points.map((point) => showInvisible(`a${at(point)}b`))).toEqual(points.map((point) => `a${written(point)}b`))
  })

  it('shows a name that was turned round as what it is', () => {
    expect(showInvisible('photo\u202Egnp.sh')).toBe('photo⟨U+202E⟩gnp.sh')
  })

  it('leaves line ends and tabs, and writes out a carriage return that would overwrite its line', () => {
    expect(showInvisible('a\tb\nc\r\nd\r')).toBe('a\tb\nc\r\nd\r')
    expect(showInvisible('rm -rf /\rls')).toBe('rm -rf /⟨U+000D⟩ls')
  })

  it.each(['👩‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇫🇷', '👩🏽‍🚀', 'é', 'שלום', 'नमस्ते', '日本'])('leaves %s', (text) => {
    expect(showInvisible(text)).toBe(text)
  })

  it('lets no tag hide behind a flag, and no joiner behind a letter', () => {
    expect(showInvisible(`🏴${at(0xe0068, 0xe0069, 0xe007f)}`)).toBe('🏴⟨U+E0068⟩⟨U+E0069⟩⟨U+E007F⟩')
    expect(showInvisible('a\u200Db 👍\u200D.')).toBe('a⟨U+200D⟩b 👍⟨U+200D⟩.')
  })

  it('is settled after once, and never leaves a direction control', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = showInvisible(text)
        expect(showInvisible(shown)).toBe(shown)
        expect(/[\u202A-\u202E\u2066-\u2069\u200B]/.test(shown)).toBe(false)
      }),
    )
  })
})

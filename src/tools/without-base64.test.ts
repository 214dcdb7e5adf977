import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutBase64 } from './without-base64.ts'

const bytes = Uint8Array.from({ length: 3_000 }, (_, i) => (i * 7_919 + (i >> 3) * 31) % 256)
const base64 = Buffer.from(bytes).toString('base64')
const wrapped = base64.replace(/.{76}/gu, '$&\n')

describe('bytes in base64', () => {
  it('are left out of a line, and what stands around them stays', () => {
    expect(withoutBase64(`before\n{"data":"${base64}","n":1}\nafter`)).toBe(
      'before\n{"data":"[4,000 characters of base64 left out: decode it, or write it to a file]","n":1}\nafter',
    )
  })

  it('are left out of an address that holds them, which still says of what kind they are', () => {
    expect(withoutBase64(`<img src="data:image/png;base64,${base64}">`)).toBe(
      '<img src="data:image/png;base64,[4,022 characters of base64 left out: decode it, or write it to a file]">',
    )
  })

  it('are left out where they are wrapped, with their last line', () => {
    expect(withoutBase64(`-----BEGIN X-----\n${wrapped}\n-----END X-----`)).toBe(
      `-----BEGIN X-----\n[${wrapped.length.toLocaleString('en')} characters of base64 left out: decode it, or write it to a file]\n-----END X-----`,
    )
  })
})

describe('what is no such thing stays as it is', () => {
  it.each([
    ['a short one', Buffer.from('a key of thirty-two bytes, or so').toString('base64')],
    ['a row of one letter', 'a'.repeat(5_000)],
    ['a hash', 'deadBEEF01'.repeat(100)],
    ['a path', `/${'Folder1/'.repeat(30)}file`],
    ['words', 'The quick brown fox jumps over 13 lazy dogs. '.repeat(100)],
    ['a list of hashes', Array.from({ length: 60 }, (_, i) => `${'0123456789abcdef'.repeat(4)}  file${i}`).join('\n')],
    [
      'lines of names',
      Array.from({ length: 60 }, (_, i) => `src/Component${i}/IndexOfEverything/LongNames`).join('\n'),
    ],
  ])('%s', (_, text) => {
    expect(withoutBase64(text)).toBe(text)
  })
})

it('never makes a text longer, and finds nothing more in what it left', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(base64, wrapped, '\n', base64.slice(0, 500), wrapped.slice(0, 900)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('')
      const left = withoutBase64(text)
      expect(left.length).toBeLessThanOrEqual(text.length)
      expect(withoutBase64(left)).toBe(left)
    }),
    { seed: 4_711, numRuns: 300 },
  )
})

import { describe, expect, it } from 'vitest'
import type { CallOutcome } from '#contracts/calls.ts'
import { INSPECT_TEXT_MAX_CHARS } from '#contracts/limits.ts'
import { approximateTokens } from './approximate-tokens.ts'
import { projectionsOf, writeProjection } from './projections.ts'

const PIXELS = btoa('\u0089PNG 12 bytes')
const IMAGE: CallOutcome = {
  status: 'ok',
  model: [
    { type: 'text', text: 'Größe: 1 × 1' },
    { type: 'image', mediaType: 'image/png', base64: PIXELS },
  ],
  client: { kind: 'image', summary: 'PNG', path: '/workspace/a.png', mediaType: 'image/png', base64: PIXELS },
  durable: { kind: 'image', mediaType: 'image/png', base64: PIXELS, note: 'a\u0000b' },
}

describe('projections', () => {
  it('say their size in characters, bytes and tokens, and name what is binary instead of holding it', () => {
    const [client, model, durable] = projectionsOf(IMAGE)
    expect(model).toEqual({
      name: 'model',
      head: { text: 'Größe: 1 × 1\n[image/png, 13 B, not shown]', from: 0, chars: 41, next: null },
      bytes: 44,
      tokens: approximateTokens('Größe: 1 × 1\n[image/png, 13 B, not shown]'),
      binary: [{ what: 'image/png', bytes: 13 }],
    })
    expect(JSON.parse(client?.head.text ?? '')).toEqual({ ...IMAGE.client, base64: '[image/png, 13 B, not shown]' })
    expect(JSON.parse(durable?.head.text ?? '')).toEqual({
      kind: 'image',
      mediaType: 'image/png',
      base64: '[image/png, 13 B, not shown]',
      note: '[binary text, 3 characters]',
    })
    expect(JSON.stringify([client, model, durable])).not.toContain(PIXELS)
  })

  it('are empty where nothing is held, and end somewhere', () => {
    expect(writeProjection({ ...IMAGE, durable: null }, 'durable')).toEqual({ text: '', binary: [] })
    const endless = { ...IMAGE, model: [{ type: 'text' as const, text: 'x'.repeat(INSPECT_TEXT_MAX_CHARS + 5) }] }
    expect(writeProjection(endless, 'model').text.slice(-25)).toBe('xxx\n… 5 more characters'.padStart(25, 'x'))
  })
})

describe('approximate tokens', () => {
  it('count nothing for nothing, four characters a token for words, more for data and other scripts', () => {
    expect([
      approximateTokens(''),
      approximateTokens(' \n\t '),
      approximateTokens('look at the file now!'),
      approximateTokens('a'.repeat(300)),
      approximateTokens('東京都'),
    ]).toEqual([0, 0, 5, 200, 3])
  })

  it('never shrink as a text grows by words', () => {
    const words = 'one two; 東京 three 💡 four'.split(' ')
    const counts = words.map((_, index) => approximateTokens(words.slice(0, index + 1).join(' ')))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })
})

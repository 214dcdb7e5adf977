import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLines, type Line } from './read-lines.ts'

async function* chunksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function linesOf(text: string, size: number, maxChars = 1_000): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of readLines(chunksOf(new TextEncoder().encode(text), size), maxChars)) lines.push(line)
  return lines
}

it('ends a line at LF and CRLF, and not at what only looks like an end', async () => {
  expect(await linesOf('a\r\nb\u2028c\rd\n\nlast', 3)).toEqual([
    { text: 'a', tooLong: false },
    { text: 'b\u2028c\rd', tooLong: false },
    { text: '', tooLong: false },
    { text: 'last', tooLong: false },
  ])
})

it('keeps the start of a line that is too long, and reads the next one whole', async () => {
  expect(await linesOf(`${'x'.repeat(50)}\nshort\n`, 7, 10)).toEqual([
    { text: 'x'.repeat(10), tooLong: true },
    { text: 'short', tooLong: false },
  ])
})

it('gives the same lines however the bytes are cut', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      expect(await linesOf(text, size)).toEqual(await linesOf(text, 1_000_000))
    }),
  ))

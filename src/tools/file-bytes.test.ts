import { expect, test } from 'vitest'
import { sniffType, toBase64 } from './file-bytes.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('types are told by bytes', () => {
  expect(sniffType(bytes('%PDF-1.7'))).toEqual({ mediaType: 'application/pdf', name: 'PDF document' })
  expect(sniffType(bytes('RIFF....WEBPVP8 '))).toEqual({ mediaType: 'image/webp', name: 'WebP image' })
  expect(sniffType(new Uint8Array([0x42, 0x4d, 1, 2, 3, 4, 0, 0, 0, 0]))?.name).toBe('BMP image')
  expect(['hello', 'BMW;12,50\nVW;9\n', 'about ..WEBP', '<svg/>', ''].map((text) => sniffType(bytes(text)))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('base64 of more bytes than one call takes', () => {
  const many = new Uint8Array(100_001).map((_, index) => index % 251)
  expect(toBase64(many)).toBe(Buffer.from(many).toString('base64'))
  expect(toBase64(new Uint8Array(0))).toBe('')
})

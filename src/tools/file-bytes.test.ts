import { expect, test } from 'vitest'
import { imageType, isBinary, sniffType, toBase64 } from './file-bytes.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('text is text, also where the looked-at part ends inside a character', () => {
  expect(isBinary(bytes(''))).toBe(false)
  expect(isBinary(bytes('häh 🙂\n'))).toBe(false)
  expect(isBinary(bytes(`${'a'.repeat(8_190)}🙂🙂`))).toBe(false)
})

test('a NUL, broken UTF-8, a cut last character and UTF-16 are binary', () => {
  expect(isBinary(new Uint8Array([0x61, 0x00]))).toBe(true)
  expect(isBinary(new Uint8Array([0x61, 0xff, 0x61]))).toBe(true)
  expect(isBinary(new Uint8Array([0xe2, 0x82]))).toBe(true)
  expect(isBinary(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toBe(true)
})

test('types are told by bytes', () => {
  expect(imageType(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]))).toBe('image/png')
  expect(imageType(bytes('RIFF....WEBPVP8 '))).toBe('image/webp')
  expect(imageType(bytes('%PDF-1.7'))).toBeNull()
  expect(imageType(bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeNull()
  expect(sniffType(bytes('%PDF-1.7'))).toEqual({ mediaType: 'application/pdf', name: 'PDF document' })
  expect(sniffType(bytes('hello'))).toBeNull()
})

test('base64 of more bytes than one call takes', () => {
  const many = new Uint8Array(100_001).map((_, index) => index % 251)
  expect(toBase64(many)).toBe(Buffer.from(many).toString('base64'))
  expect(toBase64(new Uint8Array(0))).toBe('')
})

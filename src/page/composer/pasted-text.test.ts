import { expect, it } from 'vitest'
import type { Attachment } from '#contracts/sessions.ts'
import { carryText, pastedFile, pastedText } from './pasted-text.ts'

const attached = (): Attachment => ({ kind: 'file', name: 'pasted-text.txt', base64: '' })

it.each([
  ['', 1],
  ['one', 1],
  ['one\n', 1],
  ['one\ntwo', 2],
  ['one\r\ntwo\r\n', 2],
  ['one\rtwo\r\r', 3],
  ['\n', 1],
])('a pasted text keeps itself and its lines with what is made of it: %j', (text, lines) => {
  expect(pastedText(carryText(pastedFile(text), attached()))).toEqual({ text, lines })
})

it('counts once, however often it is asked', () => {
  const made = carryText(pastedFile('one\ntwo'), attached())
  expect(pastedText(made)).toBe(pastedText(made))
})

it('another file was not pasted', () => {
  expect(pastedText(carryText(new File(['a'], 'a.txt'), attached()))).toBeNull()
})

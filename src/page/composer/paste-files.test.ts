import { expect, it } from 'vitest'
import { meansText } from './paste-files.ts'

it.each([
  ['cells with their picture', 'a\tb\nc\td', ['image.png'], true],
  ['a sentence with its picture', 'Hello', ['image.png'], true],
  ['a screenshot', '', ['image.png'], false],
  ['blanks beside a screenshot', ' \n', ['image.png'], false],
  ['a file by its name', 'report.pdf', ['report.pdf'], false],
  ['files by their paths', '/home/me/a.txt\n/home/me/b c.txt', ['a.txt', 'b c.txt'], false],
  ['files by their paths on Windows', 'C:\\work\\a.txt\r\nC:\\work\\b.txt', ['a.txt', 'b.txt'], false],
  ['a file by its address', 'file:///home/me/b%20c.txt', ['b c.txt'], false],
  ['a name among other words', 'report.pdf\nsee page 3', ['report.pdf'], true],
])('%s', (_, text, names, expected) => {
  expect(meansText(text, names)).toBe(expected)
})

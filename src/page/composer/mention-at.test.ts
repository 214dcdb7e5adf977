import { expect, it } from 'vitest'
import { mentioned, mentionAt } from './mention-at.ts'

it.each([
  ['@', 1, { start: 0, query: '' }],
  ['read @src/ap', 12, { start: 5, query: 'src/ap' }],
  ['see (@a.ts)', 10, { start: 5, query: 'a.ts' }],
  ['one\n@two', 8, { start: 4, query: 'two' }],
  ['read @src now', 9, { start: 5, query: 'src' }],
])('finds the name that the caret stands in: %j at %d', (text, caret, found) => {
  expect(mentionAt(text, caret)).toEqual(found)
})

it.each([
  ['mail me@example.org', 19],
  ['@src is done', 12],
  ['no sign', 7],
  [`@${'a'.repeat(200)}`, 201],
])('finds none in %j', (text, caret) => {
  expect(mentionAt(text, caret)).toBeNull()
})

it('keeps a path with spaces in one piece', () => {
  expect([mentioned('src/a.ts'), mentioned('my notes.md')]).toEqual(['src/a.ts ', '`my notes.md` '])
})

import { expect, it } from 'vitest'
import { sessionAddress, sessionOf } from './selection.ts'

it.each(['s1', 'a/b', '100 %', 'ü\u{1F600}', '#/s/x'])('reads the address that it wrote: %s', (id) => {
  expect(sessionOf(sessionAddress(id))).toBe(id)
})

it.each(['', '#', '#/', '#/s/', '#/s/%', '#/s/%E0%A4', '#/s/a%zz', '#/x/s1'])(
  'an address of no session names none: %s',
  (hash) => {
    expect(sessionOf(hash)).toBeNull()
  },
)

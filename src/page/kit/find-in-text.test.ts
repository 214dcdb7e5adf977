import { expect, it } from 'vitest'
import { FOUND_MAX, findInText } from './find-in-text.ts'

it('finds a text whatever its case, signs of patterns included, each match once', () => {
  expect(findInText('Error: a.b\nerror (x)\nERROR', 'error')).toEqual([
    { at: 0, length: 5 },
    { at: 11, length: 5 },
    { at: 21, length: 5 },
  ])
  expect(findInText('a.b acb a.b', 'a.b')).toEqual([
    { at: 0, length: 3 },
    { at: 8, length: 3 },
  ])
  expect(findInText('aaaa', 'aa')).toHaveLength(2)
  expect(findInText('İstanbul x', 'X')).toEqual([{ at: 9, length: 1 }])
})

it.each(['(', '[a-', String.raw`\d{2}/`, '*+?^$|'])('takes %s as it is written', (query) => {
  expect(findInText(`one ${query} two`, query)).toEqual([{ at: 4, length: query.length }])
})

it('finds nothing without a query, and stops counting', () => {
  expect(findInText('abc', '')).toEqual([])
  expect(findInText('a'.repeat(FOUND_MAX * 2), 'a')).toHaveLength(FOUND_MAX)
})

import { expect, it } from 'vitest'
import { readAmount } from './read-amount.ts'

it('an amount is read with a point or a comma, and nothing else is taken for one', () => {
  const typed = ['', '  ', '2', ' 0.5 ', '0,5', '.5', '0', '-1', '1e3', '1.000,5', '1.', 'x', '9'.repeat(400)]
  expect(typed.map(readAmount)).toEqual([null, null, 2, 0.5, 0.5, 0.5, ...Array.from({ length: 7 }, () => 'wrong')])
})

import { expect, it } from 'vitest'
import { changeCurrency } from './change-currency.ts'
import { readAmount } from './read-amount.ts'

it('an amount is read with a point or a comma, and nothing else is taken for one', () => {
  const typed = ['', '  ', '2', ' 0.5 ', '0,5', '.5', '0', '-1', '1e3', '1.000,5', '1.', 'x', '9'.repeat(400)]
  expect(typed.map(readAmount)).toEqual([null, null, 2, 0.5, 0.5, 0.5, ...Array.from({ length: 7 }, () => 'wrong')])
})

it('caps are worth the same in another currency', () => {
  const dollars = { currency: 'USD', perDollar: 1, turnCap: 0.5, sessionCap: null }
  const yen = changeCurrency(dollars, 'JPY', 151.37)
  expect(yen).toEqual({ currency: 'JPY', perDollar: 151.37, turnCap: 75.7, sessionCap: null })
  expect(changeCurrency(yen, 'USD', 1)).toEqual(dollars)
})

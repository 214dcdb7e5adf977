import { expect, it } from 'vitest'
import { changeMoney, costText, DEFAULT_MONEY } from './money.ts'

const COSTS = [0, 0.00001, 0.0042, 0.099999, 0.1, 1.3, 1_234.5]

it.each([
  ['USD', 1, ['$0', '< $0.0001', '$0.0042', '$0.1000', '$0.10', '$1.30', '$1,234.50']],
  ['EUR', 0.5, ['€0', '< €0.0001', '≈ €0.0021', '≈ €0.0500', '≈ €0.0500', '≈ €0.65', '≈ €617.25']],
  ['JPY', 150, ['¥0', '< ¥0.01', '≈ ¥0.63', '≈ ¥15', '≈ ¥15', '≈ ¥195', '≈ ¥185,175']],
  ['CAD', 2, ['CA$0', '< CA$0.0001', '≈ CA$0.0084', '≈ CA$0.20', '≈ CA$0.20', '≈ CA$2.60', '≈ CA$2,469.00']],
])('costs are shown in %s, small ones so that they can be told apart', (currency, perDollar, shown) => {
  expect(COSTS.map((cost) => costText(cost, { ...DEFAULT_MONEY, currency, perDollar }))).toEqual(shown)
})

it('caps are worth the same in another currency', () => {
  const dollars = { currency: 'USD', perDollar: 1, turnCap: 0.5, sessionCap: null }
  const yen = changeMoney(dollars, { currency: 'JPY', perDollar: 151.37 })
  expect(yen).toEqual({ currency: 'JPY', perDollar: 151.37, turnCap: 75.7, sessionCap: null })
  expect(changeMoney(yen, { currency: 'USD', perDollar: 1 })).toEqual(dollars)
})

it('a change leaves alone what it does not name, takes a cap away for null, and makes no dollar of another worth', () => {
  const euros = { currency: 'EUR', perDollar: 0.9, turnCap: 1, sessionCap: 5 }
  expect(changeMoney(euros, {})).toEqual(euros)
  expect(changeMoney(euros, { turnCap: null })).toEqual({ ...euros, turnCap: null })
  expect(changeMoney(euros, { perDollar: 0.95 })).toEqual({ ...euros, perDollar: 0.95 })
  expect(changeMoney(euros, { currency: 'USD', perDollar: 1, turnCap: 3 })).toEqual({
    currency: 'USD',
    perDollar: 1,
    turnCap: 3,
    sessionCap: 5.56,
  })
  expect(() => changeMoney(DEFAULT_MONEY, { perDollar: 0.9 })).toThrow('One US dollar is one US dollar.')
})

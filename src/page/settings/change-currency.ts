import type { Money } from '#contracts/money.ts'

/**
 * The same caps in another currency, rounded to three digits: an amount that kept its number would be another cap.
 * `perDollar`: units of `currency` for one US dollar.
 */
export function changeCurrency(money: Money, currency: string, perDollar: number): Money {
  const converted = (cap: number | null): number | null =>
    cap === null ? null : Number(((cap / money.perDollar) * perDollar).toPrecision(3))
  return { currency, perDollar, turnCap: converted(money.turnCap), sessionCap: converted(money.sessionCap) }
}

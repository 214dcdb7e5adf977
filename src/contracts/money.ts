import { fail } from './failure.ts'
import type { AgentMessage } from './messages.ts'
import { z } from './zod.ts'

const amount = z.number().positive()

const fields = z.object({
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Units of the currency for one US dollar, as the person gave it. */
  perDollar: amount,
  /** The most that one turn may cost; null for no cap. */
  turnCap: amount.nullable(),
  /** The most that one session may cost; null for no cap. */
  sessionCap: amount.nullable(),
})

/** In which currency costs are shown, and caps on them in that currency (spec RN3). Prices are known in US dollars. */
export const Money = fields.refine(
  ({ currency, perDollar }) => currency !== 'USD' || perDollar === 1,
  'One US dollar is one US dollar.',
)
export type Money = z.infer<typeof Money>

/** What is changed of it; the rest stays as it is kept. A currency comes with its rate. */
export const MoneyChange = fields
  .partial()
  .refine(({ currency, perDollar }) => currency === undefined || perDollar !== undefined, 'A currency needs its rate.')
export type MoneyChange = z.infer<typeof MoneyChange>

export const DEFAULT_MONEY: Money = { currency: 'USD', perDollar: 1, turnCap: null, sessionCap: null }

/**
 * `money` with that change. Caps that it does not name are worth the same in another currency, rounded to three
 * digits: an amount that kept its number would be another cap. Throws `invalid` where it comes to no `Money`.
 */
export function changeMoney(money: Money, change: MoneyChange): Money {
  const { currency = money.currency, perDollar = money.perDollar } = change
  const converted = (cap: number | null): number | null =>
    cap === null || currency === money.currency ? cap : Number(((cap / money.perDollar) * perDollar).toPrecision(3))
  const { turnCap = converted(money.turnCap), sessionCap = converted(money.sessionCap) } = change
  const changed = Money.safeParse({ currency, perDollar, turnCap, sessionCap })
  if (changed.success) return changed.data
  throw fail('command', 'invalid', changed.error.issues[0]?.message ?? 'That is no amount of money.')
}

/** What caps on money know of a session. */
export const Spend = z.object({
  /** US dollars that the session had cost when the person last let it go on past its cap. */
  letGoOnAt: z.number().nonnegative(),
  /** Requests whose cost is not known, so that no cap counts them. */
  unpriced: z.number().int().nonnegative(),
})
export type Spend = z.infer<typeof Spend>

export const NOTHING_SPENT: Spend = { letGoOnAt: 0, unpriced: 0 }

/** True of a request that was answered at a cost that nobody here knows. The scripted provider's costs nothing. */
export function isUnpriced({ parts, metadata: { usage, echoScope } }: AgentMessage): boolean {
  const answered = usage.input > 0 || usage.output > 0 || parts.length > 0
  return usage.cost === null && answered && echoScope.dialect !== 'scripted'
}

/** What was paid in US dollars, in the person's currency: "$1.30", "≈ €1.21". */
export function costText(dollars: number, { currency, perDollar }: Money): string {
  const text = amountText(dollars * perDollar, currency)
  return currency === 'USD' || dollars === 0 || text.startsWith('<') ? text : `≈ ${text}`
}

/** "$0", "$0.0042", "€1.30", "¥940"; small sums keep what can be told apart. */
export function amountText(value: number, currency: string): string {
  const style = { style: 'currency', currency } as const
  if (value === 0) return new Intl.NumberFormat('en', { ...style, maximumFractionDigits: 0 }).format(0)
  const usual = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
  const fine = usual + 2
  // Less than ten of the smallest coin.
  const digits = value < 10 ** (1 - usual) ? fine : usual
  const least = 10 ** -fine
  const shown = new Intl.NumberFormat('en', { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits })
  return value < least ? `< ${shown.format(least)}` : shown.format(value)
}

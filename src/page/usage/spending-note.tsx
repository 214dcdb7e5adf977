import { amountText, costText, NOTHING_SPENT } from '#contracts/money.ts'
import type { Session } from '#contracts/sessions.ts'
import { usePage } from '../store.ts'
import { usageWords } from './usage-words.ts'
import styles from './usage.module.css'

/** The caps on money that hold, the rate of what is shown, and what is not counted; nothing where there is none of it. */
export function SpendingNote({ session }: { session: Session }) {
  const money = usePage((state) => state.settings.money)
  const { currency, perDollar, turnCap, sessionCap } = money
  const { letGoOnAt, unpriced } = session.spend ?? NOTHING_SPENT
  const cap = (amount: number | null) => (amount === null ? null : amountText(amount, currency))
  const sentences = [
    (turnCap !== null || sessionCap !== null) && usageWords.caps(cap(turnCap), cap(sessionCap)),
    sessionCap !== null && letGoOnAt > 0 && usageWords.letGoOn(costText(letGoOnAt, money)),
    unpriced > 0 && usageWords.uncounted(unpriced),
    currency !== 'USD' && usageWords.converted(perDollar, currency),
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : <p className={styles.note}>{sentences.join(' ')}</p>
}

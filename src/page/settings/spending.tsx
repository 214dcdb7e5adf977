import { useState } from 'react'
import type { MoneyChange } from '#contracts/money.ts'
import { useDispatch } from '../runtime.ts'
import { usePage } from '../store.ts'
import { AmountField } from './amount-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { spendingWords } from './spending-words.ts'
import forms from './providers.module.css'
import styles from './settings.module.css'

/** In which currency costs are shown, and how much a turn and a session may cost. */
export function Spending() {
  const dispatch = useDispatch()
  const money = usePage((state) => state.settings.money)
  /** Chosen, but not kept before it has a rate: an amount without one would be worth something else. */
  const [chosen, setChosen] = useState<string | null>(null)
  const currency = chosen ?? money.currency
  const save = (changed: MoneyChange) => void dispatch('settings.update', { money: changed })

  const choose = (next: string) => {
    const needsRate = next !== 'USD' && next !== money.currency
    setChosen(needsRate ? next : null)
    if (next === 'USD' && next !== money.currency) save({ currency: next, perDollar: 1 })
  }
  const saveRate = (perDollar: number | null) => {
    if (perDollar === null) return
    setChosen(null)
    save(chosen === null ? { perDollar } : { currency: chosen, perDollar })
  }

  return (
    <div className={forms.form}>
      <CurrencyField value={currency} onChoose={choose} />
      {currency !== 'USD' && (
        <AmountField
          key={currency}
          label={spendingWords.rate(currency)}
          hint={spendingWords.rateAbout}
          value={chosen === null ? money.perDollar : null}
          missing={chosen === null ? null : spendingWords.rateMissing(chosen, money.currency)}
          onSave={saveRate}
        />
      )}
      <AmountField
        label={spendingWords.turnCap(money.currency)}
        hint={spendingWords.turnCapAbout}
        value={money.turnCap}
        onSave={(turnCap) => save({ turnCap })}
      />
      <AmountField
        label={spendingWords.sessionCap(money.currency)}
        hint={spendingWords.sessionCapAbout}
        value={money.sessionCap}
        onSave={(sessionCap) => save({ sessionCap })}
      />
      <p className={styles.text}>{spendingWords.limits}</p>
    </div>
  )
}

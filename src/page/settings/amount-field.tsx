import { useEffect, useEffectEvent, useState } from 'react'
import { Field } from '../kit/field.tsx'
import { readAmount } from './read-amount.ts'
import { spendingWords } from './spending-words.ts'

interface AmountFieldProps {
  label: string
  hint: string
  value: number | null
  /** What is wrong with it while nothing has been typed; null for nothing. */
  missing?: string | null
  onSave: (amount: number | null) => void
}

/**
 * An amount of money, kept when the field is left, also by closing what it stands in, or Enter is pressed. What is no
 * amount stays to be corrected.
 */
export function AmountField({ label, hint, value, missing = null, onSave }: AmountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const save = () => {
    if (typed === null) return
    const amount = readAmount(typed)
    setWrong(amount === 'wrong')
    if (amount === 'wrong') return
    setTyped(null)
    if (amount !== value) onSave(amount)
  }
  // A field that goes while it has the focus is not blurred first.
  const gone = useEffectEvent(save)
  useEffect(() => () => gone(), [])
  return (
    <Field
      label={label}
      hint={hint}
      problem={wrong ? spendingWords.wrong : missing}
      inputMode="decimal"
      maxLength={20}
      value={typed ?? value ?? ''}
      onChange={(event) => {
        setTyped(event.target.value)
        setWrong(false)
      }}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}

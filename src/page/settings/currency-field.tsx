import { useId, useState } from 'react'
import { Field } from '../kit/field.tsx'
import { spendingWords } from './spending-words.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'currency' })
const CODES = Intl.supportedValuesOf('currency')

/** A currency by its code, with the browser's own list of all: it is long, and found in by typing. */
export function CurrencyField({ value, onChoose }: { value: string; onChoose: (code: string) => void }) {
  const list = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  const type = (text: string) => {
    const code = text.trim().toUpperCase()
    setWrong(false)
    if (!CODES.includes(code)) return setTyped(text)
    setTyped(null)
    if (code !== value) onChoose(code)
  }
  const isUnknown = typed !== null && typed.trim() !== ''
  return (
    <>
      <Field
        label={spendingWords.currency}
        hint={spendingWords.currencyAbout(NAMES.of(value) ?? value)}
        problem={wrong && isUnknown ? spendingWords.currencyUnknown : null}
        list={list}
        maxLength={20}
        spellCheck={false}
        value={typed ?? value}
        // A list that is filtered by what is kept would offer that alone.
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={() => (isUnknown ? setWrong(true) : setTyped(null))}
      />
      <datalist id={list}>
        {CODES.map((code) => (
          <option key={code} value={code}>
            {NAMES.of(code) ?? code}
          </option>
        ))}
      </datalist>
    </>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { words } from '../words.ts'
import styles from './card.module.css'

/** An answer in the person's own words. Enter sends, Shift-Enter breaks. */
export function TextForm(props: {
  title: ReactNode
  busy: boolean
  onAnswer: (text: string) => void
  onBack?: () => void
}) {
  const { title, busy, onAnswer, onBack } = props
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() !== '' && !busy) onAnswer(text.trim())
  }
  return (
    <>
      <ScrollBox className={styles.asked} name={words.approval.question}>
        {title}
      </ScrollBox>
      <textarea
        className={`${fields.input} ${styles.text}`}
        aria-label={words.approval.answerLabel}
        placeholder={words.approval.answerLabel}
        rows={2}
        maxLength={20_000}
        autoFocus={onBack !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          send()
        }}
      />
      <div className={styles.answers}>
        <Button look="ask" disabled={busy || text.trim() === ''} onClick={send}>
          {words.approval.answer}
        </Button>
        {onBack !== undefined && (
          <Button look="quiet" onClick={onBack}>
            {words.approval.back}
          </Button>
        )}
      </div>
    </>
  )
}

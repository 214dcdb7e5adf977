import type { ReactNode } from 'react'
import type { HumanQuestion } from '#contracts/approvals.ts'
import { Button } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { useAnswerText } from '../use-answer-text.ts'
import { words } from '../words.ts'
import styles from './card.module.css'

/** An answer in the person's own words. Enter sends, Shift-Enter breaks. */
export function TextForm(props: {
  title: ReactNode
  /** What is begun is kept for this question. */
  question: HumanQuestion
  busy: boolean
  onAnswer: (text: string) => void
  onBack?: () => void
}) {
  const { title, question, busy, onAnswer, onBack } = props
  const [begun, setText] = useAnswerText(question)
  const text = begun ?? ''
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
        // What was begun before is shown again without taking the focus.
        autoFocus={onBack !== undefined && text === ''}
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

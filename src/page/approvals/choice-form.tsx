import { type ReactNode, useState } from 'react'
import type { HumanAnswer, HumanQuestion } from '#contracts/approvals.ts'
import { Button } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { useAnswerText } from '../use-answer-text.ts'
import { words } from '../words.ts'
import { TextForm } from './text-form.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './card.module.css'

interface ChoiceFormProps {
  /** The question, above its options. */
  title: ReactNode
  question: HumanQuestion
  busy: boolean
  onAnswer: (answer: HumanAnswer) => void
}

/** Options to choose from: one at a press, or several and then send; other words are always possible. */
export function ChoiceForm({ title, question, busy, onAnswer }: ChoiceFormProps) {
  const [labels, setLabels] = useState<readonly string[]>([])
  const [begun, setBegun] = useAnswerText(question)
  const { options, allowsSeveral } = question
  const toggle = (label: string) =>
    setLabels((held) => (held.includes(label) ? held.filter((each) => each !== label) : [...held, label]))
  if (begun !== null)
    return (
      <TextForm
        title={title}
        question={question}
        busy={busy}
        onAnswer={(text) => onAnswer({ kind: 'text', text })}
        onBack={() => setBegun(null)}
      />
    )
  return (
    <>
      <ScrollBox className={styles.asked} name={words.approval.question}>
        {title}
        <div
          className={styles.options}
          role="group"
          aria-label={allowsSeveral ? words.approval.chooseSeveral : words.approval.choose}
        >
          {options.map((option) => {
            const text = (
              <span>
                {showInvisible(option.label)}
                {option.description !== undefined && <small>{showInvisible(option.description)}</small>}
              </span>
            )
            return allowsSeveral ? (
              <label key={option.label} className={styles.option}>
                <input type="checkbox" checked={labels.includes(option.label)} onChange={() => toggle(option.label)} />
                {text}
              </label>
            ) : (
              <button
                key={option.label}
                type="button"
                className={styles.option}
                disabled={busy}
                onClick={() => onAnswer({ kind: 'choice', labels: [option.label] })}
              >
                {text}
              </button>
            )
          })}
        </div>
      </ScrollBox>
      <div className={styles.answers}>
        {allowsSeveral && (
          <Button
            look="ask"
            disabled={busy || labels.length === 0}
            onClick={() =>
              onAnswer({
                kind: 'choice',
                labels: options.map(({ label }) => label).filter((label) => labels.includes(label)),
              })
            }
          >
            {words.approval.answer}
          </Button>
        )}
        <Button look="quiet" disabled={busy} onClick={() => setBegun('')}>
          {words.approval.other}
        </Button>
      </div>
    </>
  )
}

import { useId, useRef, useState } from 'react'
import type { HumanAnswer, HumanQuestion } from '#contracts/approvals.ts'
import { Button } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { useClipped } from '../kit/use-clipped.ts'
import { useDispatch } from '../runtime.ts'
import { words } from '../words.ts'
import { ChoiceForm } from './choice-form.tsx'
import { ReachHint } from './reach-hint.tsx'
import { TextForm } from './text-form.tsx'
import { useArmed } from './use-armed.ts'
import { useCardFocus } from './use-card-focus.ts'
import { useCardKeys } from './use-card-keys.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './card.module.css'

/** What a tool asks the person: a choice, some words, or a confirmation that names its consequence. */
export function QuestionCard({ question }: { question: HumanQuestion }) {
  const dispatch = useDispatch()
  const [busy, setBusy] = useState(false)
  const card = useRef<HTMLElement>(null)
  const { ref } = useClipped(card)
  const elsewhere = useCardFocus(card, question.id)
  const armed = useArmed(question.id)
  const titleId = useId()
  const answer = async (given: HumanAnswer) => {
    setBusy(true)
    const { sessionId, id } = question
    const taken = await dispatch('question.answer', { sessionId, questionId: id, answer: given })
    if (taken === null) setBusy(false)
  }
  const { confirm } = question
  const decide = (kind: 'confirmed' | 'declined') => () => {
    if (armed && !busy) void answer({ kind })
  }
  useCardKeys(card, (letter) => {
    if (question.kind !== 'confirm') return null
    return letter === 'a' ? decide('confirmed') : letter === 'd' ? decide('declined') : null
  })
  const title = (
    <h2 id={titleId} className={styles.title}>
      <Spoken text={question.question} />
    </h2>
  )
  return (
    <section
      ref={ref}
      className={styles.card}
      role="group"
      aria-label={words.approval.question}
      aria-describedby={titleId}
      tabIndex={-1}
    >
      <ReachHint shown={elsewhere} />
      {question.kind === 'confirm' ? (
        <>
          <ScrollBox className={styles.asked} name={words.approval.question}>
            {title}
            {confirm !== undefined && (
              <dl className={styles.confirm}>
                <div>
                  <dt>{words.approval.target}</dt>
                  <dd>{showInvisible(confirm.target)}</dd>
                </div>
                <div>
                  <dt>{words.approval.scopeLabel}</dt>
                  <dd>{showInvisible(confirm.scope)}</dd>
                </div>
                <div>
                  <dt>{words.approval.consequence}</dt>
                  <dd>{showInvisible(confirm.consequence)}</dd>
                </div>
              </dl>
            )}
          </ScrollBox>
          <div className={styles.answers}>
            <Button look="ask" hint="A" disabled={busy} aria-disabled={!armed} onClick={decide('confirmed')}>
              {words.approval.confirm}
            </Button>
            <Button hint="D" disabled={busy} aria-disabled={!armed} onClick={decide('declined')}>
              {words.approval.decline}
            </Button>
          </div>
        </>
      ) : question.options.length === 0 ? (
        <TextForm
          title={title}
          question={question}
          busy={busy}
          onAnswer={(text) => void answer({ kind: 'text', text })}
        />
      ) : (
        <ChoiceForm title={title} question={question} busy={busy} onAnswer={(given) => void answer(given)} />
      )}
    </section>
  )
}

import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Approval } from '#contracts/approvals.ts'
import { RISK_CLASSES } from '#contracts/risk.ts'
import { Button } from '../kit/button.tsx'
import { words } from '../words.ts'
import { useArmed } from './use-armed.ts'
import styles from './card.module.css'

/** The riskiest class that is allowed along with others, from one line each. */
const RISKIEST = RISK_CLASSES.indexOf('workspace-write')

interface AnswerAllProps {
  approvals: readonly Approval[]
  /** Not now: answers to all of them are on their way, or a reason is being written that these would throw away. */
  held: boolean
  onAnswer: (verdict: 'allow-once' | 'deny') => void
  /** It had the focus and is no longer there. */
  onFocusLost: () => void
}

/**
 * Above several that wait: how many, and one press for all of them. All are allowed only where none goes further than
 * files of the workspace; that none of them runs can always be said.
 */
export function AnswerAll({ approvals, held, onAnswer, onFocusLost }: AnswerAllProps) {
  const armed = useArmed(approvals.map(({ id, askedAt }) => `${id} ${askedAt}`).join()) && !held
  const row = useRef<HTMLDivElement>(null)
  const why = useId()
  const mild = approvals.every(({ risk }) => RISK_CLASSES.indexOf(risk) <= RISKIEST)
  const leave = useEffectEvent(onFocusLost)
  useLayoutEffect(() => {
    const shown = row.current
    return () => {
      if (shown?.contains(document.activeElement)) leave()
    }
  }, [])
  return (
    <div className={styles.many} ref={row}>
      <b>{words.approval.many(approvals.length)}</b>
      <div className={styles.all}>
        <Button
          small
          aria-disabled={!armed || !mild}
          aria-describedby={mild ? undefined : why}
          onClick={() => armed && mild && onAnswer('allow-once')}
        >
          {words.approval.allowAll(approvals.length)}
        </Button>
        <Button small aria-disabled={!armed} onClick={() => armed && onAnswer('deny')}>
          {words.approval.denyAll(approvals.length)}
        </Button>
      </div>
      {!mild && (
        <p id={why} className={styles.note}>
          {words.approval.oneByOne}
        </p>
      )}
    </div>
  )
}

import { useLayoutEffect, useRef } from 'react'
import type { Approval } from '#contracts/approvals.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { effectSummary } from './effect-summary.ts'
import styles from './card.module.css'

/** One of several that wait and is not open: what it asks, what it does and its risk, so that nothing is allowed unseen. */
export function WaitingRow({ approval, onOpen }: { approval: Approval; onOpen: () => void }) {
  const row = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const list = row.current?.closest('ul')?.parentElement
    // Once it has been opened or answered, others stand there: they are read from the first on.
    return () => list?.scrollTo({ top: 0 })
  }, [])
  const summary = effectSummary(approval.effect)
  return (
    <button ref={row} type="button" className={styles.row} onClick={onOpen}>
      <span>
        <Spoken text={approval.title} />
      </span>
      <span className={styles.brief}>
        <RiskMark risk={approval.risk} />
        <span className={styles.clip}>
          {approval.effect.kind === 'command' ? <Spoken text={summary} /> : showInvisible(summary)}
        </span>
      </span>
    </button>
  )
}

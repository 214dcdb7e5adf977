import type { Decision } from '#contracts/decisions.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { inspectorWords as words } from './inspector-words.ts'
import styles from './inspector.module.css'

/** Each rung that the gate looked at, in order, with what it said; the last one settled it. */
export function Ladder({ decision }: { decision: Decision }) {
  return (
    <ol className={styles.ladder} aria-label={words.ladder} data-outcome={decision.outcome}>
      {decision.trail.map(({ rung, verdict }, index) => (
        <li key={index}>
          <b>{words.rungs[rung]}</b>
          <span>{(rung === 'ask' ? words.answers : words.verdicts)[verdict] ?? showInvisible(verdict)}</span>
          {index === decision.trail.length - 1 && <em>{words.settles}</em>}
        </li>
      ))}
    </ol>
  )
}

import { useState } from 'react'
import { spokenRungs, type Decision } from '#contracts/decisions.ts'
import { Button } from '../kit/button.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import styles from './inspector.module.css'

/** Each rung that had something to say, in order, and what it said; the last one settled it. All are shown on demand. */
export function Ladder({ decision }: { decision: Decision }) {
  const [all, setAll] = useState(false)
  const { trail, outcome } = decision
  const spoken = spokenRungs(trail)
  const shown = all ? trail : spoken
  return (
    <>
      <ol className={styles.ladder} aria-label={words.ladder} data-outcome={outcome}>
        {shown.map(({ rung, verdict }, index) => (
          <li key={index}>
            <b>{words.rungs[rung]}</b>
            <span>{(rung === 'ask' ? words.answers : words.verdicts)[verdict] ?? <Spoken text={verdict} />}</span>
            {index === shown.length - 1 && <em>{words.settles}</em>}
          </li>
        ))}
      </ol>
      {spoken.length < trail.length && (
        <div>
          <Button small look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? words.fewerRungs : words.allRungs(trail.length - spoken.length)}
          </Button>
        </div>
      )}
    </>
  )
}

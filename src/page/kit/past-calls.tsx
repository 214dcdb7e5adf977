import { useState } from 'react'
import type { PastMatches } from '#contracts/rules.ts'
import { sessionAddress } from '../selection.ts'
import { words } from '../words.ts'
import { ago, exactTime } from './format.ts'
import { showInvisible } from './show-invisible.ts'
import styles from './past-calls.module.css'

/** The past calls that a rule would have decided: a count, the newest by name, each with its session. */
export function PastCalls({ past, onFollow }: { past: PastMatches; onFollow?: () => void }) {
  const { count, looked, calls } = past
  const [now] = useState(() => Date.now())
  const text = words.pastCalls
  if (count === 0) return <p className={styles.count}>{text.none(looked)}</p>
  return (
    <div>
      <p className={styles.count}>{text.count(count, looked)}</p>
      <ul className={styles.calls} tabIndex={0}>
        {calls.map(({ sessionId, callId, words: said, at }) => (
          <li key={`${sessionId} ${callId}`}>
            <a href={sessionAddress(sessionId)} onClick={onFollow}>
              {showInvisible(said)}
            </a>
            <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
              {ago(at, now)}
            </time>
          </li>
        ))}
        {count > calls.length && <li>{text.more(count - calls.length)}</li>}
      </ul>
    </div>
  )
}

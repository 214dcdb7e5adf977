import { useEffect, useRef, useState } from 'react'
import type { Decision } from '#contracts/decisions.ts'
import type { DryRun } from '#contracts/inspection.ts'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { useDispatch } from '../runtime.ts'
import { words as pageWords } from '../words.ts'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { Ladder } from './ladder.tsx'
import styles from './inspector.module.css'

/** "What would the gate say now?": decided anew when it is asked for, beside what was said then. */
export function DryRunView({ sessionId, callId, then }: { sessionId: string; callId: string; then: Decision | null }) {
  const dispatch = useDispatch()
  const [now, setNow] = useState<DryRun | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const look = async () => {
    abort.current?.abort()
    const own = (abort.current = new AbortController())
    const answer = await dispatch('inspect.dryRun', { sessionId, callId }, own.signal)
    if (answer !== null && !own.signal.aborted) setNow(answer)
  }
  return (
    <div className={styles.dry}>
      <Button small onClick={() => void look()}>
        {now === null ? words.dry.ask : words.dry.again}
      </Button>
      <div role="status">
        {now === null ? null : now.kind === 'no-plan' ? (
          <p>
            <Spoken text={now.reason} />
          </p>
        ) : (
          <p>
            {compared(then, now.decision)} {showInvisible(now.changed)}{' '}
            <span className={styles.quiet}>{words.dry.about}</span>
          </p>
        )}
      </div>
      {now?.kind === 'decided' && (
        <>
          <div className={styles.beside}>
            {then !== null && <Said title={words.dry.before} decision={then} mode={null} />}
            <Said title={words.dry.now} decision={now.decision} mode={pageWords.mode.names[now.mode]} />
          </div>
          <Ladder decision={now.decision} />
        </>
      )}
    </div>
  )
}

function Said({ title, decision, mode }: { title: string; decision: Decision; mode: string | null }) {
  const { outcome, rung, reason } = decision
  const asked = words.dry.answered(words.answers[outcome] ?? outcome)
  return (
    <div>
      <h4>{title}</h4>
      <Facts
        facts={[
          [words.facts.outcome, rung === 'ask' ? asked : words.decided[outcome]],
          [words.facts.settledBy, words.rungs[rung]],
          [words.facts.mode, mode],
          [words.facts.reason, reason === '' ? null : <Spoken key="reason" text={reason} />],
        ]}
      />
    </div>
  )
}

/** An answer of the person's is no answer of the gate's own: there, "it asked you" is what it said. */
function compared(then: Decision | null, now: Decision): string {
  if (then === null) return `${words.decided[now.outcome]}.`
  const said = then.rung === 'ask' ? 'ask' : then.outcome
  return said === now.outcome ? words.dry.same : words.dry.different(words.decided[said], words.decided[now.outcome])
}

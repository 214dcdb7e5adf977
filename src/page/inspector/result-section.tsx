import type { InspectedCall } from '#contracts/inspection.ts'
import { bytes, tokens } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { FailureFacts } from './plan-section.tsx'
import { Section } from './section.tsx'
import { useStanding } from './state-mark.tsx'
import { TextView } from './text-view.tsx'
import styles from './inspector.module.css'

/** How a call ended, and what each of its three projections holds. */
export function ResultSection({ sessionId, call }: { sessionId: string; call: InspectedCall }) {
  const { outcome, projections, plan, row } = call
  const standing = useStanding(sessionId, row)
  if (outcome === null)
    return (
      <Section title={words.sections.result}>
        <p className={styles.quiet}>{words.noResult}</p>
      </Section>
    )
  return (
    <Section title={words.sections.result}>
      {outcome.failure === null ? (
        <Facts facts={[[words.facts.outcome, standing.words]]} />
      ) : (
        // A plan that failed has said it all above.
        plan.status === 'planned' && <FailureFacts status={outcome.status} failure={outcome.failure} />
      )}
      {projections.map(({ name, head, bytes: size, tokens: about, binary }) => (
        <div key={name}>
          <TextView
            sessionId={sessionId}
            label={words.projection[name]}
            note={words.size(head.chars, bytes(size), tokens(about))}
            of={{ kind: 'call', callId: row.callId, text: name }}
            head={head}
          />
          {binary.map((part, index) => (
            <p key={index} className={styles.quiet}>
              {words.binary(showInvisible(part.what), bytes(part.bytes))}
            </p>
          ))}
        </div>
      ))}
    </Section>
  )
}

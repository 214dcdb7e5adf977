import type { ReactNode } from 'react'
import type { InspectedCall } from '#contracts/inspection.ts'
import type { Decision } from '#contracts/decisions.ts'
import { exactTime } from '../kit/format.ts'
import { Spoken } from '../kit/spoken.tsx'
import { DryRunView } from './dry-run-view.tsx'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { Ladder } from './ladder.tsx'
import { Section } from './section.tsx'
import styles from './inspector.module.css'

/** Why a call was let, asked about, denied or blocked; and what would be said of it now. */
export function DecisionSection({ sessionId, call }: { sessionId: string; call: InspectedCall }) {
  const { decision, plan, outcome } = call
  return (
    <Section title={words.sections.decision}>
      {decision === null ? (
        <p className={styles.quiet}>
          {plan.status === 'planned' && outcome === null ? words.planFirst : words.notDecided}
        </p>
      ) : (
        <>
          <Ladder decision={decision} />
          <Facts
            facts={[
              [words.facts.outcome, words.decided[decision.outcome]],
              [words.facts.settledBy, words.rungs[decision.rung]],
              [decision.rung === 'session-allowance' ? words.facts.allowance : words.facts.rule, ruleOf(decision)],
              [words.facts.reason, decision.reason === '' ? null : <Spoken key="reason" text={decision.reason} />],
              [words.facts.answered, answerOf(call, decision)],
            ]}
          />
        </>
      )}
      {plan.status === 'planned' && (
        <DryRunView key={call.row.callId} sessionId={sessionId} callId={call.row.callId} then={decision} />
      )}
    </Section>
  )
}

/** The rule without its id: the words behind it say which one it is. */
function ruleOf({ rule, rung }: Decision): ReactNode {
  if (rule === undefined) return null
  return <Spoken text={rung === 'rule' ? rule.slice(rule.indexOf(' ') + 1) : rule} />
}

function answerOf({ asksPerson, timings }: InspectedCall, { rung, at }: Decision): string {
  if (timings.decidedAt === null && timings.askedAt !== null) return words.facts.waits(exactTime(timings.askedAt))
  return asksPerson && rung === 'ask' ? words.facts.answeredBy(exactTime(at)) : words.facts.noAnswer
}

import type { OutcomeStatus } from '#contracts/calls.ts'
import type { InspectedAnalysis, InspectedCall, InspectedFailure } from '#contracts/inspection.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { Spoken } from '../kit/spoken.tsx'
import { isRefusedAddress, whereItFailed } from '../where-it-failed.ts'
import { words as pageWords } from '../words.ts'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { Section } from './section.tsx'
import { TextView } from './text-view.tsx'
import styles from './inspector.module.css'

/** What was asked for, as it came and as it was understood; or why it could not be. */
export function PlanSection({ sessionId, call }: { sessionId: string; call: InspectedCall }) {
  const { plan, raw, row } = call
  const of = (text: 'raw' | 'canonical') => ({ kind: 'call', callId: row.callId, text }) as const
  return (
    <Section title={words.sections.plan}>
      {plan.status === 'planned' ? (
        <Facts
          facts={[
            [
              words.facts.target,
              plan.target.kind === 'none' ? words.facts.noTarget : <code>{showInvisible(plan.target.value)}</code>,
            ],
            [words.facts.declared, <RiskMark key="declared" risk={plan.declaredRisk} />],
            [words.facts.effective, <RiskMark key="effective" risk={plan.effectiveRisk} />],
            ...(plan.analysis === null ? [] : analysisFacts(plan.analysis)),
            [
              words.facts.digest,
              <span key="digest">
                <code className={styles.breaks}>{plan.digest}</code>
                <small>{words.facts.digestAbout}</small>
              </span>,
            ],
          ]}
        />
      ) : (
        <FailureFacts status={plan.status} failure={plan.failure} />
      )}
      <TextView sessionId={sessionId} label={words.text.raw} of={of('raw')} head={raw} />
      {plan.status === 'planned' && (
        <TextView sessionId={sessionId} label={words.text.canonical} of={of('canonical')} head={plan.canonical} />
      )}
    </Section>
  )
}

/** Where and why something failed, and what to do about it. */
export function FailureFacts({ status, failure }: { status: OutcomeStatus; failure: InspectedFailure }) {
  const advice = isRefusedAddress(failure, status) ? words.adviceOnAddress : words.advice[failure.stage]
  return (
    <Facts
      facts={[
        [words.facts.outcome, pageWords.call.states[status]],
        [words.facts.stage, `${whereItFailed(failure, status)} (${failure.stage}, ${failure.kind})`],
        [words.facts.reason, <Spoken key="reason" text={failure.message} />],
        [words.facts.valid, failure.valid.length === 0 ? null : <Lines key="valid" lines={failure.valid} />],
        [words.facts.advice, failure.partialEffect ? `${words.partial} ${advice}` : advice],
      ]}
    />
  )
}

function analysisFacts({ reason, effects, decidedBy, commands, origins }: InspectedAnalysis) {
  return [
    [words.facts.why, reason === '' ? null : <Spoken key="why" text={reason} />],
    [words.facts.decidedBy, decidedBy === '' ? null : <code key="decided">{showInvisible(decidedBy)}</code>],
    [words.facts.effects, effects.length === 0 ? null : <Lines key="effects" lines={effects} />],
    [
      words.facts.commands,
      commands === null ? null : (
        <Lines key="commands" code lines={commands.map((simple) => simple.map(quoted).join(' '))} />
      ),
    ],
    [words.facts.origins, origins.length === 0 ? null : <Lines key="origins" code lines={origins} />],
  ] as const
}

function Lines({ lines, code = false }: { lines: readonly string[]; code?: boolean }) {
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>{code ? <code>{showInvisible(line)}</code> : <Spoken text={line} />}</li>
      ))}
    </ul>
  )
}

/** A word that a shell would split or read otherwise stands in quotes, so that one word looks like one. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word)
}

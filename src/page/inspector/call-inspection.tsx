import type { InspectedCall, InspectedRow } from '#contracts/inspection.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { usePage, useTranscript } from '../store.ts'
import { callKey } from '../transcript.ts'
import { DecisionSection } from './decision-section.tsx'
import { Facts } from './facts.tsx'
import { Heading } from './heading.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { NotReady } from './not-ready.tsx'
import { PlanSection } from './plan-section.tsx'
import { ResultSection } from './result-section.tsx'
import { Section } from './section.tsx'
import { StateMark, useStanding } from './state-mark.tsx'
import { TimeSection } from './time-section.tsx'
import { useAnswer } from './use-answer.ts'
import styles from './inspector.module.css'

interface CallInspectionProps {
  sessionId: string
  callId: string
  onOpen(callId: string): void
  onTool(tool: string): void
}

/** All that can be said of one call. Read anew with each thing that happens to it. */
export function CallInspection({ sessionId, callId, onOpen, onTool }: CallInspectionProps) {
  const version = useVersion(sessionId, callId)
  const answer = useAnswer('inspect.call', { sessionId, callId }, version)
  if (answer.status !== 'ready') return <NotReady answer={answer} />
  const call = answer.value
  const { row, standing, nested } = call
  return (
    <>
      <CallHeading row={row} sessionId={sessionId} />
      {call.question !== null && <p className={styles.asks}>{showInvisible(call.question)}</p>}
      <Section title={words.sections.visibility}>
        <Facts
          facts={[
            [
              words.facts.tool,
              <button
                key="tool"
                type="button"
                className={styles.link}
                disabled={standing.group === null}
                onClick={() => onTool(row.tool)}
              >
                <code>{showInvisible(row.tool)}</code>
              </button>,
            ],
            [words.facts.calledAs, calledAs(call)],
            [words.facts.by, words.source[row.source]],
            [
              words.facts.registered,
              standing.group === null ? words.facts.notRegistered : words.facts.registeredBy(standing.group),
            ],
            [words.facts.before, call.plan.status === 'planned' ? words.facts.beforeActive : null],
            [words.facts.now, `${words.standing[standing.state]}. ${showInvisible(standing.reason)}`],
          ]}
        />
      </Section>
      <PlanSection sessionId={sessionId} call={call} />
      <DecisionSection sessionId={sessionId} call={call} />
      <TimeSection call={call} />
      <ResultSection sessionId={sessionId} call={call} />
      {nested.length > 0 && (
        <Section title={words.sections.nested}>
          <ul className={styles.nested}>
            {nested.map((inner) => (
              <li key={inner.callId}>
                <CallLink row={inner} sessionId={sessionId} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Record call={call} onOpen={onOpen} />
    </>
  )
}

function Record({ call, onOpen }: { call: InspectedCall; onOpen(callId: string): void }) {
  const { row, turnId, messageSeq, position, providerId } = call
  const { parentId } = row
  return (
    <Section title={words.sections.record}>
      <Facts
        facts={[
          [words.facts.id, <code key="id">{row.callId}</code>],
          [
            words.facts.providerId,
            providerId === null ? null : <code key="provider">{showInvisible(providerId)}</code>,
          ],
          [words.facts.turn, <code key="turn">{turnId}</code>],
          [
            words.facts.place,
            messageSeq === null ? words.facts.inside(position) : words.facts.message(messageSeq, position),
          ],
          [
            words.facts.parent,
            parentId === null ? null : (
              <button key="parent" type="button" className={styles.link} onClick={() => onOpen(parentId)}>
                <code>{parentId}</code>
              </button>
            ),
          ],
        ]}
      />
    </Section>
  )
}

function CallHeading({ row, sessionId }: { row: InspectedRow; sessionId: string }) {
  const standing = useStanding(sessionId, row)
  return (
    <Heading text={row.words}>
      <StateMark standing={standing} said />
    </Heading>
  )
}

function CallLink(props: { row: InspectedRow; sessionId: string; onOpen(callId: string): void }) {
  const { row, sessionId, onOpen } = props
  const standing = useStanding(sessionId, row)
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(row.callId)}>
      <StateMark standing={standing} />
      <span className={styles.words}>{showInvisible(row.words)}</span>
    </button>
  )
}

function calledAs({ plan }: InspectedCall) {
  return plan.status !== 'planned' || plan.calledAs === null ? null : <code>{showInvisible(plan.calledAs)}</code>
}

/** Another one whenever the call has moved, or a question of it has come or gone. */
function useVersion(sessionId: string, callId: string): string {
  const call = useTranscript(sessionId, callKey(callId), (transcript) => transcript.calls.get(callId))
  const asked = usePage((state) => [...state.questions.values()].some((question) => question.callId === callId))
  return `${call?.state} ${call?.status} ${call?.decision?.at} ${asked}`
}

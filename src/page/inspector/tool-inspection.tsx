import { CALL_FILTERS, type InspectedTool } from '#contracts/inspection.ts'
import { Button } from '../kit/button.tsx'
import { duration, tokens } from '../kit/format.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { Facts } from './facts.tsx'
import { Heading } from './heading.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { NotReady } from './not-ready.tsx'
import { Section } from './section.tsx'
import { TextView } from './text-view.tsx'
import { useAnswer } from './use-answer.ts'
import styles from './inspector.module.css'

interface ToolInspectionProps {
  sessionId: string
  tool: string
  onCalls(tool: string): void
  version: string
}

/** Why the model sees one tool or not, and all that it is told of it. */
export function ToolInspection({ sessionId, tool, onCalls, version }: ToolInspectionProps) {
  const answer = useAnswer('inspect.tool', { sessionId, tool }, version)
  if (answer.status !== 'ready') return <NotReady answer={answer} />
  const { name, standing, description, schema, calls } = answer.value
  const called = CALL_FILTERS.filter((state) => calls[state] > 0)
  return (
    <>
      <Heading text={name}>
        <span className={styles.standing} data-standing={standing.state}>
          {words.standing[standing.state]}
        </span>
      </Heading>
      <p className={styles.lead}>{standing.reason}</p>
      <Facts facts={factsOf(answer.value)} />
      <Section title={words.tool.calls}>
        {called.length === 0 ? (
          <p className={styles.quiet}>{words.none}</p>
        ) : (
          <>
            <Facts facts={called.map((state) => [words.calls.states[state], String(calls[state])] as const)} />
            <Button small look="quiet" onClick={() => onCalls(name)}>
              {words.tool.showCalls}
            </Button>
          </>
        )}
      </Section>
      <Section title={words.tool.description}>
        <p className={styles.prose}>{description}</p>
        <TextView sessionId={sessionId} label={words.text.schema} of={{ kind: 'schema', tool: name }} head={schema} />
      </Section>
    </>
  )
}

function factsOf({
  standing,
  aliases,
  risk,
  refined,
  concurrency,
  needs,
  timeoutMs,
  place,
  tokens: cost,
}: InspectedTool) {
  const there = (is: boolean | null) => words.tool.there[is === null ? 'unknown' : is ? 'yes' : 'no']
  return [
    [
      words.facts.registered,
      standing.group === null ? words.facts.notRegistered : words.facts.registeredBy(standing.group),
    ],
    [
      words.tool.risk,
      <span key="risk" className={styles.inline}>
        <RiskMark risk={risk} />
        {refined && <small>{words.tool.refined}</small>}
      </span>,
    ],
    [words.tool.concurrency, words.tool.concurrencies[concurrency]],
    [
      words.tool.needs,
      needs.length === 0
        ? words.tool.needsNothing
        : needs.map(({ service, there: is }) => `${service}: ${there(is)}`).join(', '),
    ],
    [words.tool.timeout, timeoutMs === null ? words.tool.noTimeout : duration(timeoutMs)],
    [words.tool.aliases, aliases.length === 0 ? words.none : <code key="aliases">{aliases.join(', ')}</code>],
    [words.tool.place, place === null ? words.tool.noPlace : String(place)],
    [words.tool.tokens, place === null ? null : words.tool.about(tokens(cost))],
  ] as const
}

import type { InspectedCall } from '#contracts/inspection.ts'
import { duration } from '../kit/format.ts'
import { Facts } from './facts.tsx'
import { inspectorWords as words } from './inspector-words.ts'
import { Section } from './section.tsx'
import { spansOf } from './spans.ts'
import { useNow } from '../kit/use-now.ts'
import styles from './inspector.module.css'

/** When a call reached each state, and how long each stretch took: bars on one axis, the values in words. */
export function TimeSection({ call }: { call: InspectedCall }) {
  const { timings } = call
  const now = useNow(timings.settledAt === null)
  const { spans, whole } = spansOf(timings, now)
  const at = (time: number | null) => (time === null ? words.time.notReached : momentOf(time))
  const share = (ms: number) => `${whole === 0 ? 0 : (ms / whole) * 100}%`
  return (
    <Section title={words.sections.time}>
      <dl className={styles.spans} aria-label={words.time.bars}>
        {spans.map(({ name, from, ms }) => (
          <div key={name} data-span={name}>
            <dt>{words.time.spans[name]}</dt>
            <dd>
              <span>{duration(ms)}</span>
              <span className={styles.axis} aria-hidden="true">
                <i style={{ insetInlineStart: share(from), inlineSize: share(ms) }} />
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.time.whole}</dt>
          <dd>
            <span>{duration(whole)}</span>
          </dd>
        </div>
      </dl>
      <Facts
        facts={[
          [words.time.planned, momentOf(timings.plannedAt)],
          [words.time.asked, timings.askedAt === null ? null : momentOf(timings.askedAt)],
          [words.time.decided, at(timings.decidedAt)],
          [words.time.started, at(timings.startedAt)],
          [words.time.settled, at(timings.settledAt)],
        ]}
      />
    </Section>
  )
}

/** To the millisecond: a call that runs at once has all its moments in one second. */
function momentOf(at: number): string {
  const date = new Date(at)
  const time = date.toLocaleTimeString('en', {
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  })
  return `${date.toLocaleDateString('en', { dateStyle: 'medium' })}, ${time}`
}

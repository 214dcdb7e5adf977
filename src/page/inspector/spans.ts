import type { Timings } from '#contracts/inspection.ts'
import type { inspectorWords } from './inspector-words.ts'

/** One stretch of a call's life. `from` and `ms` in milliseconds, `from` since it was planned. */
export interface Span {
  readonly name: keyof (typeof inspectorWords)['time']['spans']
  readonly from: number
  readonly ms: number
}

/**
 * A call's life as stretches that follow each other, none of them negative, together as long as the whole: clocks
 * may go back, and what one step says never comes before the step ahead of it.
 */
export function spansOf(timings: Timings, now: number): { spans: Span[]; whole: number } {
  const { plannedAt, askedAt, decidedAt, startedAt, settledAt } = timings
  const spans: Span[] = []
  let at = plannedAt
  const until = (name: Span['name'], end: number): void => {
    const to = Math.max(at, end)
    spans.push({ name, from: at - plannedAt, ms: to - at })
    at = to
  }
  const end = settledAt ?? now
  if (askedAt !== null) until('queued', askedAt)
  if (decidedAt !== null) until(askedAt !== null ? 'waited' : 'decided', decidedAt)
  if (startedAt !== null) {
    until('starting', startedAt)
    until(settledAt === null ? 'runs' : 'ran', end)
  } else if (settledAt !== null) until('settling', settledAt)
  else if (askedAt !== null && decidedAt === null) until('waits', now)
  return { spans, whole: at - plannedAt }
}

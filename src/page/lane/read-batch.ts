import { z } from '#contracts/zod.ts'
import { EventBatch, RuntimeEvent } from '#contracts/events.ts'

/** An event that does not parse: its number and why. */
export interface UnreadableEvent {
  readonly number: number
  readonly reason: string
}

/** A batch as the page takes it. Unreadable events keep their place, so that no gap is seen there. */
export type ReadBatch =
  | { kind: 'events'; first: number; events: (RuntimeEvent | UnreadableEvent)[] }
  | { kind: 'reset'; next: number }
  | { kind: 'unreadable'; reason: string }

const Envelope = z.object({ kind: z.literal('events'), first: z.number().int(), events: z.array(z.unknown()) })

/** Parses what came over the events lane. One bad event costs that event, not its batch. */
export function readBatch(data: unknown): ReadBatch {
  const whole = EventBatch.safeParse(data)
  if (whole.success) return whole.data
  const envelope = Envelope.safeParse(data)
  if (!envelope.success) return { kind: 'unreadable', reason: reasonOf(envelope.error) }
  const { first, events } = envelope.data
  return {
    kind: 'events',
    first,
    events: events.map((event, index) => {
      const parsed = RuntimeEvent.safeParse(event)
      return parsed.success ? parsed.data : { number: first + index, reason: reasonOf(parsed.error) }
    }),
  }
}

function reasonOf(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'unknown form' : `${issue.path.map(String).join('.')}: ${issue.message}`
}

import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import type { FlushSchedule } from './frame-flush.ts'
import { readBatch, type UnreadableEvent } from './read-batch.ts'

export interface FeedOptions {
  /** The first number that is wanted. */
  readonly since: number
  /**
   * Takes events in order and without repeats, one batch a frame, or more where one that cannot be read is left out. A `reset` is the last:
   * events are missing for good, so the state must be read anew and followed from its `nextEvent`.
   */
  readonly onBatch: (batch: EventBatch) => void
  /** Hears of events that did not parse and were left out. */
  readonly unreadable: (events: readonly UnreadableEvent[]) => void
  readonly schedule: FlushSchedule
  /** Asks the worker for everything from `since` on, into `port`. */
  readonly subscribe: (since: number, port: MessagePort) => void
}

/**
 * Takes events from a port of its own and hands them on, one flush a frame. What was already taken is
 * dropped; at a gap it asks again from there, and if that does not fill the gap it resets. Returns a
 * function that ends it.
 */
export function startEventFeed({ since, onBatch, unreadable, schedule, subscribe }: FeedOptions): () => void {
  let expected = since
  const waiting: { readonly first: number; readonly events: RuntimeEvent[] }[] = []
  let callOff: (() => void) | null = null
  let port: MessagePort | null = null
  let filling = false

  const stop = () => {
    port?.close()
    port = null
    callOff?.()
    callOff = null
  }

  const reset = (next: number) => {
    // What waits is older than the state that will be read.
    stop()
    onBatch({ kind: 'reset', next })
  }

  const flush = () => {
    callOff = null
    for (const { first, events } of waiting.splice(0)) onBatch({ kind: 'events', first, events })
  }

  const take = (first: number, events: readonly (RuntimeEvent | UnreadableEvent)[]) => {
    if (first > expected) {
      if (filling) reset(first)
      else open(true)
      return
    }
    filling = false
    const fresh = events.slice(expected - first)
    const bad = fresh.filter((event): event is UnreadableEvent => !('type' in event))
    if (bad.length > 0) unreadable(bad)
    for (const event of fresh) {
      if ('type' in event) {
        // A batch is numbered from its first event on: after one that is missing there begins another.
        const last = waiting.at(-1)
        if (last !== undefined && last.first + last.events.length === expected) last.events.push(event)
        else waiting.push({ first: expected, events: [event] })
      }
      expected += 1
    }
    if (waiting.length > 0) callOff ??= schedule(flush)
  }

  const open = (again: boolean) => {
    port?.close()
    filling = again
    const channel = new MessageChannel()
    const mine = channel.port1
    port = mine
    mine.addEventListener('message', (event: MessageEvent<unknown>) => {
      // A port that was given up may still deliver what was under way.
      if (port !== mine) return
      const batch = readBatch(event.data)
      if (batch.kind === 'events') take(batch.first, batch.events)
      else if (batch.kind === 'reset') reset(batch.next)
      else unreadable([{ number: expected, reason: batch.reason }])
    })
    mine.start()
    subscribe(expected, channel.port2)
  }

  open(false)
  return stop
}

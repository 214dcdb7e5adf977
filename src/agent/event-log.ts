import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import { EVENTS_KEPT } from '#contracts/limits.ts'
import type { EventPort } from '#contracts/runtime.ts'

/**
 * The events lane at its source: numbers each event, keeps the last ones for whoever asks for
 * "everything since n", and sends what came in one go as one batch.
 */
export class EventLog {
  /** Numbers start at 1, so that "since 0" means "whatever is kept". */
  #next = 1
  readonly #kept: RuntimeEvent[] = []
  readonly #ports = new Set<EventPort>()
  #unsent: RuntimeEvent[] = []
  #scheduled = false

  get next(): number {
    return this.#next
  }

  /** Somebody listens. */
  get connected(): boolean {
    return this.#ports.size > 0
  }

  emit(event: RuntimeEvent): void {
    this.#next += 1
    this.#kept.push(event)
    // Dropped in large pieces: shifting one by one would move the whole list for each token.
    if (this.#kept.length > EVENTS_KEPT * 2) this.#kept.splice(0, this.#kept.length - EVENTS_KEPT)
    if (this.#ports.size === 0) return
    this.#unsent.push(event)
    if (this.#scheduled) return
    this.#scheduled = true
    void Promise.resolve().then(() => this.#flush())
  }

  /** Sends what is kept since `since`, then everything that follows. Too old a number gets a `reset`. */
  subscribe(since: number, port: EventPort): void {
    this.#flush()
    const oldest = this.#next - this.#kept.length
    if (since > 0 && since < oldest) port.postMessage({ kind: 'reset', next: this.#next } satisfies EventBatch)
    else {
      const events = this.#kept.slice(Math.max(0, since - oldest))
      if (events.length > 0)
        port.postMessage({ kind: 'events', first: this.#next - events.length, events } satisfies EventBatch)
    }
    this.#ports.add(port)
  }

  unsubscribe(port: EventPort): void {
    this.#ports.delete(port)
  }

  #flush(): void {
    this.#scheduled = false
    if (this.#unsent.length === 0) return
    const events = this.#unsent
    this.#unsent = []
    const batch: EventBatch = { kind: 'events', first: this.#next - events.length, events }
    for (const port of this.#ports) port.postMessage(batch)
  }
}

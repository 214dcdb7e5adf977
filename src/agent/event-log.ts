import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import { EVENTS_KEPT, EVENTS_KEPT_CHARS } from '#contracts/limits.ts'
import type { EventPort } from '#contracts/runtime.ts'

/**
 * The events lane at its source: numbers each event, keeps the last ones for whoever asks for
 * "everything since n", and sends what came in one go as one batch.
 */
export class EventLog {
  /** Numbers start at 1, so that "since 0" means "whatever is kept". */
  #next = 1
  readonly #kept: RuntimeEvent[] = []
  /** Characters of each kept event, about, and of all of them. */
  readonly #sizes: number[] = []
  #size = 0
  readonly #ports = new Set<EventPort>()
  #unsent: RuntimeEvent[] = []
  #scheduled = false
  /** Of the first event that nobody has heard, while nobody listens. */
  #unheard = 1

  get next(): number {
    return this.#next
  }

  /** The number of the first event that nobody has heard yet; the next one while somebody listens. */
  get unheard(): number {
    return this.connected ? this.#next : this.#unheard
  }

  /** Somebody listens. */
  get connected(): boolean {
    return this.#ports.size > 0
  }

  emit(event: RuntimeEvent): void {
    this.#next += 1
    const size = charsOf(event)
    this.#kept.push(event)
    this.#sizes.push(size)
    this.#size += size
    // Dropped in large pieces: shifting one by one would move the whole list for each token.
    if (this.#kept.length > EVENTS_KEPT * 2 || this.#size > EVENTS_KEPT_CHARS * 2) this.#drop()
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
    if (this.#ports.delete(port) && this.#ports.size === 0) {
      this.#unheard = this.#next - this.#unsent.length
      this.#unsent = []
    }
  }

  #drop(): void {
    let count = 0
    while (this.#kept.length - count > EVENTS_KEPT || this.#size > EVENTS_KEPT_CHARS) {
      this.#size -= this.#sizes[count] ?? 0
      count += 1
    }
    this.#kept.splice(0, count)
    this.#sizes.splice(0, count)
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

/** About how much memory an event holds: the characters of its strings, and a little for each value. */
function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let chars = 16
  for (const each of Array.isArray(value) ? value : Object.values(value)) chars += charsOf(each)
  return chars
}

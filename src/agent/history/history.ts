import type { CallRecord } from '#contracts/calls.ts'
import type { Message } from '#contracts/messages.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import type { Store } from '#contracts/ports/store.ts'
import { ModelProjection } from './model-projection.ts'

/** A session's messages and calls as the running turn knows them; the store holds the same, durably. */
export class History {
  readonly #messages: Message[]
  readonly #calls = new Map<string, CallRecord>()
  readonly #projection = new ModelProjection()

  constructor(messages: readonly Message[], calls: readonly CallRecord[]) {
    this.#messages = [...messages]
    for (const call of calls) this.#calls.set(call.callId, call)
  }

  /** Appends, or replaces the message with the same seq (a draft by its final form). */
  put(message: Message): void {
    const last = this.#messages.at(-1)
    if (last?.seq === message.seq) this.#messages[this.#messages.length - 1] = message
    else this.#messages.push(message)
  }

  addCalls(records: readonly CallRecord[]): void {
    for (const record of records) this.#calls.set(record.callId, record)
  }

  call(callId: string): CallRecord | undefined {
    return this.#calls.get(callId)
  }

  /** Calls of one turn that have no outcome yet. */
  openCalls(turnId: string): CallRecord[] {
    return [...this.#calls.values()].filter((call) => call.turnId === turnId && call.outcome === undefined)
  }

  messages(): readonly Message[] {
    return this.#messages
  }

  toModel(): ModelMessage[] {
    return this.#projection.project(this.#messages, (callId) => this.#calls.get(callId))
  }
}

/** Messages that one read of a whole session takes. */
const PAGE = 500

/**
 * Reads a whole session, newest page first. A damaged message comes in as a note that says so and is not told to
 * the model; a damaged call is left out, and its group is then not sent natively.
 */
export async function loadHistory(store: Pick<Store, 'tail'>, sessionId: string): Promise<History> {
  const messages: Message[] = []
  const calls: CallRecord[] = []
  for (let before: number | undefined; ;) {
    const tail = await store.tail(sessionId, PAGE, before)
    messages.unshift(...tail.messages)
    calls.unshift(...tail.calls)
    const first = tail.messages[0]
    if (!tail.hasOlder || first === undefined) return new History(messages, calls)
    before = first.seq
  }
}

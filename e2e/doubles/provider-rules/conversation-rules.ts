import { readConversation, type ConversationEvent, type ConversationTurn } from './conversation-events.ts'
import type { WireFormat } from './request-facts.ts'

/**
 * What is wrong with a request body as a conversation, in words; empty where nothing is. The rules that all providers
 * have in common, looked at once for all wire formats: the user begins and ends; nobody says nothing; each call is
 * answered exactly once, right after it and before anybody says anything else; nothing is answered that was not called.
 */
export function brokenConversation(body: unknown, format: WireFormat): string[] {
  const machine = new Machine()
  let turns: ConversationTurn[]
  try {
    turns = readConversation(body, format)
  } catch (error) {
    return [`it is no conversation: ${error instanceof Error ? error.message : String(error)}`]
  }
  for (const [at, turn] of turns.entries()) machine.turn(turn, at)
  return machine.end()
}

/** Steps through a conversation and remembers only which calls wait, which there were, and who spoke last. */
class Machine {
  readonly #broken: string[] = []
  /** Ids of all calls so far, to the name that was called. */
  readonly #called = new Map<string, string>()
  readonly #waiting = new Set<string>()
  #last: ConversationTurn['by'] | null = null

  turn({ by, events }: ConversationTurn, at: number): void {
    if (this.#last === null && by !== 'user') this.#broken.push('the model speaks first')
    if (events.length === 0) this.#broken.push(`turn ${at} is empty`)
    if (by === 'model') this.#unanswered(`before the model goes on in turn ${at}`)
    for (const event of events) this.#event(event, by, at)
    this.#last = by
  }

  end(): string[] {
    this.#unanswered('at the end')
    if (this.#last === null) this.#broken.push('nobody says anything')
    if (this.#last === 'model') this.#broken.push('the model speaks last')
    return this.#broken
  }

  #event(event: ConversationEvent, by: ConversationTurn['by'], at: number): void {
    switch (event.kind) {
      case 'said':
        if (event.text.trim() === '') this.#broken.push(`turn ${at} says nothing`)
        if (by === 'user') this.#unanswered(`before the user speaks in turn ${at}`)
        break
      case 'shown':
        if (by === 'user') this.#unanswered(`before the user shows something in turn ${at}`)
        break
      case 'thought':
        if (by === 'user') this.#broken.push(`the user thinks in turn ${at}`)
        break
      case 'call':
        if (by === 'user') this.#broken.push(`the user calls ${event.id}`)
        if (this.#called.has(event.id)) this.#broken.push(`${event.id} is called twice`)
        if (typeof event.input !== 'object' || event.input === null || Array.isArray(event.input))
          this.#broken.push(`the input of ${event.id} is no object`)
        this.#called.set(event.id, event.name)
        this.#waiting.add(event.id)
        break
      case 'result':
        this.#result(event, by)
    }
  }

  #result({ id, name, text }: Extract<ConversationEvent, { kind: 'result' }>, by: ConversationTurn['by']): void {
    const called = this.#called.get(id)
    if (by === 'model') this.#broken.push(`the model answers ${id}`)
    if (called === undefined) this.#broken.push(`${id} is answered and was not called`)
    else if (!this.#waiting.delete(id)) this.#broken.push(`${id} is answered twice`)
    if (name !== null && called !== undefined && name !== called)
      this.#broken.push(`${id} is answered under another name`)
    if (text.trim() === '') this.#broken.push(`the answer to ${id} says nothing`)
  }

  /** Whoever speaks while a call waits has left it without an answer; said once for each. */
  #unanswered(when: string): void {
    for (const id of this.#waiting) this.#broken.push(`${id} is not answered ${when}`)
    this.#waiting.clear()
  }
}

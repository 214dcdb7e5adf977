import type { RuntimeEvent } from '#contracts/events.ts'

/** Something of one session that events speak of, as `HeardEvents` is asked for it. */
export const heardThing = {
  session: 'session',
  /** Who may write it, and whether it was let go of. */
  access: 'access',
  message: (seq: number): string => `message ${seq}`,
  call: (callId: string): string => `call ${callId}`,
  /** An approval or a question: that it waits, or that it waits no more. */
  waiting: (id: string): string => `waiting ${id}`,
}

/**
 * The number of the newest event about each thing of a session. An answer is read while events go out on a lane
 * of their own: what an event said that is newer than the answer must not be undone by it.
 */
export class HeardEvents {
  /** By session, then by thing. */
  readonly #newest = new Map<string, Map<string, number>>()

  note(event: RuntimeEvent, number: number): void {
    const about = thingOf(event)
    if (about === null) return
    const [sessionId, thing] = about
    const letGo = event.type === 'session-deleted' || (event.type === 'access' && event.access === 'closed')
    // Of what was let go of only that is worth knowing; so this grows no larger than what the page holds.
    const things = (letGo ? undefined : this.#newest.get(sessionId)) ?? new Map<string, number>()
    this.#newest.set(sessionId, things.set(thing, number))
  }

  /** Whether an event numbered `since` or later spoke of it. */
  isNewer(sessionId: string, thing: string, since: number): boolean {
    return (this.#newest.get(sessionId)?.get(thing) ?? -1) >= since
  }
}

function thingOf(event: RuntimeEvent): readonly [sessionId: string, thing: string] | null {
  switch (event.type) {
    case 'session':
      return [event.session.id, heardThing.session]
    case 'session-deleted':
    case 'access':
      return [event.sessionId, heardThing.access]
    case 'message':
      return [event.message.sessionId, heardThing.message(event.message.seq)]
    case 'delta':
      return [event.sessionId, heardThing.message(event.seq)]
    case 'call':
      return [event.call.sessionId, heardThing.call(event.call.callId)]
    case 'approval':
      return [event.approval.sessionId, heardThing.waiting(event.approval.id)]
    case 'question':
      return [event.question.sessionId, heardThing.waiting(event.question.id)]
    case 'settled':
      return [event.sessionId, heardThing.waiting(event.id)]
    default:
      return null
  }
}

import type { Session } from '#contracts/sessions.ts'
import type { PageState } from './page-state.ts'

type Waiting = Pick<PageState, 'sessions' | 'approvals' | 'questions'>

/** True where a session waits for the person: as its turn says, also before it is opened, or by a question that came. */
export function waits({ sessions, approvals, questions }: Waiting, sessionId: string): boolean {
  if (sessions.get(sessionId)?.turn.status === 'waiting') return true
  for (const asked of [approvals, questions])
    for (const each of asked.values()) if (each.sessionId === sessionId) return true
  return false
}

/** The session that waits for the person: the one that is shown if it does, else the one that was used last; null for none. */
export function waitingSession(state: Waiting & Pick<PageState, 'selected'>): Session | null {
  const { sessions, selected } = state
  let found: Session | null = null
  for (const session of sessions.values()) {
    if (!waits(state, session.id)) continue
    if (session.id === selected) return session
    if (found === null || session.updatedAt > found.updatedAt) found = session
  }
  return found
}

/** What a session asks first, as a sentence; null while that is not known, as before it is opened. */
export function askedBy({ approvals, questions }: Waiting, sessionId: string): string | null {
  for (const each of approvals.values()) if (each.sessionId === sessionId) return each.title
  for (const each of questions.values()) if (each.sessionId === sessionId) return each.question
  return null
}

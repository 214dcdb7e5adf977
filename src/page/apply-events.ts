import type { RuntimeEvent } from '#contracts/events.ts'
import type { PageState } from './page-state.ts'

/**
 * What a batch of events makes of the coarse state, or null where it changes nothing of it. Pure: maps
 * are copied once per batch, and events of conversations are left to their transcripts.
 */
export function applyEvents(state: PageState, events: readonly RuntimeEvent[]): Partial<PageState> | null {
  const changed: Partial<PageState> = {}
  const sessions = copyOnce(state.sessions, (map) => (changed.sessions = map))
  const opened = copyOnce(state.opened, (map) => (changed.opened = map))
  const approvals = copyOnce(state.approvals, (map) => (changed.approvals = map))
  const questions = copyOnce(state.questions, (map) => (changed.questions = map))
  const trust = copyOnce(state.trust, (map) => (changed.trust = map))
  const versions = copyOnce(state.workspaceVersions, (map) => (changed.workspaceVersions = map))

  for (const event of events) {
    switch (event.type) {
      case 'session':
        sessions().set(event.session.id, event.session)
        break
      case 'session-deleted':
        sessions().delete(event.sessionId)
        opened().delete(event.sessionId)
        for (const waiting of [approvals(), questions()])
          for (const [id, each] of waiting) if (each.sessionId === event.sessionId) waiting.delete(id)
        if (state.selected === event.sessionId) changed.selected = null
        break
      case 'approval':
        approvals().set(event.approval.id, event.approval)
        break
      case 'question':
        questions().set(event.question.id, event.question)
        break
      case 'settled':
        approvals().delete(event.id)
        questions().delete(event.id)
        break
      case 'workspace':
        versions().set(event.workspaceId, (versions().get(event.workspaceId) ?? 0) + 1)
        break
      case 'trust':
        trust().set(event.trust.workspaceId, event.trust)
        break
      case 'settings':
        changed.settings = event.settings
        // What is sent was stored as a whole.
        if ((changed.damagedSettings ?? state.damagedSettings).length > 0) changed.damagedSettings = []
        break
      case 'notice': {
        const known = changed.damagedSettings ?? state.damagedSettings
        if (event.about === 'settings' && !known.includes(event.text)) changed.damagedSettings = [...known, event.text]
        break
      }
      case 'rules':
        changed.rulesVersion = (changed.rulesVersion ?? state.rulesVersion) + 1
        break
      case 'access': {
        // Writing begins with opening: what the other tab left is put in order, and read anew. What was
        // closed may be written elsewhere, and is read anew when it is next shown.
        if (event.access !== 'read-only') opened().delete(event.sessionId)
        else
          opened().set(event.sessionId, {
            access: event.access,
            hasOlder: opened().get(event.sessionId)?.hasOlder ?? false,
          })
        break
      }
      default:
    }
  }
  return Object.keys(changed).length === 0 ? null : changed
}

/** Gives a writable copy of a map, made the first time that it is asked for. */
function copyOnce<K, V>(map: ReadonlyMap<K, V>, changed: (copy: Map<K, V>) => void): () => Map<K, V> {
  let copy: Map<K, V> | null = null
  return () => {
    if (copy === null) changed((copy = new Map(map)))
    return copy
  }
}

import type { Session } from '#contracts/sessions.ts'
import type { RuntimeClient } from './runtime.ts'
import type { PageStore } from './store.ts'

/**
 * Deletes a session that this page made when another one, a demo or the welcome is shown in its place and nothing was
 * done with it: no message, name, setting, file or word of a draft. Returns the way to stop.
 */
export function forgetUnused(client: RuntimeClient, store: PageStore): () => void {
  return store.subscribe((now, before) => {
    if (now.selected === before.selected || before.selected === null) return
    const left = now.sessions.get(before.selected)
    // A refusal, from full storage above all, leaves an empty session in the list: nothing is lost, nothing to say.
    if (left !== undefined && isUnused(left, store)) void client.call('session.delete', { sessionId: left.id })
  })
}

function isUnused(session: Session, store: PageStore): boolean {
  const { id, nextSeq, queue, title, demoId, turn, createdAt, updatedAt, workspaceId } = session
  const { created, workspaceVersions } = store.getState()
  const { text, attachments, reading, sending } = store.drafts.of(id)
  return (
    // What an earlier page made may hold files that this one has not heard of.
    created.has(id) &&
    // Whatever is changed in a session moves its time.
    updatedAt === createdAt &&
    nextSeq === 0 &&
    queue.length === 0 &&
    title === '' &&
    demoId === null &&
    turn.status === 'idle' &&
    !workspaceVersions.has(workspaceId) &&
    text.trim() === '' &&
    attachments.length + reading.length === 0 &&
    !sending
  )
}

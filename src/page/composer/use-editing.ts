import { useEffect } from 'react'
import type { UserMessage } from '#contracts/messages.ts'
import type { Session } from '#contracts/sessions.ts'
import { useAllHalfWritten, useHalfWritten } from '../half-written.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'

const EDIT = 'queued/'

/** The changed text of a message that waits, null while nobody changes it. */
export function useEditing(sessionId: string, messageId: string): [string | null, (text: string | null) => void] {
  return useHalfWritten(usePageStore().drafts.halfWritten, sessionId, `${EDIT}${messageId}`)
}

/**
 * A message that was sent while the person was changing it has gone as it stood: what he had written goes behind the
 * text of the message, and he is told.
 */
export function useLateEdits(session: Session | null): void {
  const store = usePageStore()
  const { drafts } = store
  const sessionId = session?.id ?? ''
  const begun = useAllHalfWritten(drafts.halfWritten, sessionId)
  const queue = session?.queue
  useEffect(() => {
    if (queue === undefined) return
    for (const [key, text] of begun) {
      if (!key.startsWith(EDIT) || queue.some(({ id }) => `${EDIT}${id}` === key)) continue
      drafts.halfWritten.put(sessionId, key, null)
      const sent = store.transcript(sessionId).messages
      const asSent = [...sent.values()].find((message) => `${EDIT}${message.id}` === key)
      if (text.trim() === '' || (asSent?.role === 'user' && textOf(asSent) === text.trim())) continue
      drafts.add(sessionId, text.trim())
      store.notice({ level: 'warning', text: words.composer.editCameLate })
    }
  }, [store, drafts, sessionId, begun, queue])
}

function textOf({ parts }: UserMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])).join('\n')
}

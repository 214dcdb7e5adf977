import { useCallback } from 'react'
import { MESSAGE_MAX_CHARS, QUEUE_MAX_MESSAGES } from '#contracts/limits.ts'
import type { Session } from '#contracts/sessions.ts'
import { FRESH } from '../drafts.ts'
import { createSession } from '../new-session.ts'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'

/**
 * Sends the draft of `opened`, or of the fresh one for null, which makes a session first. Files that are still being
 * read are waited for, unless that is called off. What cannot be sent is said and stays; what fails on its way comes
 * back to where it was written.
 */
export function useSend(opened: Session | null): () => Promise<void> {
  const store = usePageStore()
  const dispatch = useDispatch()
  return useCallback(async () => {
    const { drafts } = store
    const written = opened?.id ?? FRESH
    const warn = (said: string) => store.notice({ level: 'warning', text: said })
    if (drafts.of(written).sending || !(await drafts.untilRead(written))) return undefined
    // While files were read the text could be changed, and a turn could begin or end.
    const { text, attachments } = drafts.of(written)
    const session = opened === null ? null : (store.getState().sessions.get(opened.id) ?? opened)
    if (text.trim() === '' && attachments.length === 0) return undefined
    if (text.length > MESSAGE_MAX_CHARS) return warn(words.composer.tooLong(MESSAGE_MAX_CHARS))
    const running = session !== null && (session.turn.status === 'running' || session.turn.status === 'waiting')
    if (running && session.queue.length >= QUEUE_MAX_MESSAGES) return warn(words.composer.queueFull(QUEUE_MAX_MESSAGES))
    if (
      session?.demoId == null &&
      (session?.model ?? null) === null &&
      store.getState().settings.providers.length === 0
    )
      return warn(words.composer.noModel)

    const taken = drafts.take(written)
    if (taken === null) return undefined
    let key = written
    let arrived = false
    try {
      const to = session ?? (await createSession(store, dispatch))
      if (to === null) return undefined
      if (key !== to.id) {
        drafts.move(key, to.id)
        key = to.id
      }
      const sent = await dispatch('turn.send', {
        sessionId: to.id,
        text: taken.text.trim(),
        attachments: [...taken.attachments],
      })
      arrived = sent !== null
    } finally {
      drafts.settle(key, arrived)
    }
    return undefined
  }, [store, dispatch, opened])
}

import { useEffect } from 'react'
import { answerKey, useHalfWritten } from './half-written.ts'
import { usePageStore } from './store.ts'

/**
 * The text of an answer while it is written, null where none was begun. What is begun for `asked`, an approval or a
 * question, is there again when its session is next shown, by this page or the next one, and goes with it once it no
 * longer waits.
 */
export function useAnswerText({
  sessionId,
  id,
}: {
  readonly sessionId: string
  readonly id: string
}): [string | null, (text: string | null) => void] {
  const store = usePageStore()
  const { halfWritten } = store.drafts
  const written = useHalfWritten(halfWritten, sessionId, answerKey(id))
  useEffect(
    () => () => {
      const { approvals, questions } = store.getState()
      if (!approvals.has(id) && !questions.has(id)) halfWritten.put(sessionId, answerKey(id), null)
    },
    [store, halfWritten, sessionId, id],
  )
  return written
}

import { useEffect, useState } from 'react'
import { answerKey, useHalfWritten } from './half-written.ts'
import { usePageStore } from './store.ts'

/**
 * The text of an answer while it is written, null where none was begun. What is begun for `asked`, an approval or a
 * question, is there again when its session is next shown, by this page or the next one, and goes with it once it no longer waits. Without `asked`
 * it goes with the form.
 */
export function useAnswerText(
  asked: { readonly sessionId: string; readonly id: string } | undefined,
): [string | null, (text: string | null) => void] {
  const store = usePageStore()
  const { halfWritten } = store.drafts
  const { sessionId = '', id = '' } = asked ?? {}
  const kept = useHalfWritten(halfWritten, sessionId, answerKey(id))
  const own = useState<string | null>(null)
  useEffect(
    () => () => {
      const { approvals, questions } = store.getState()
      if (id !== '' && !approvals.has(id) && !questions.has(id)) halfWritten.put(sessionId, answerKey(id), null)
    },
    [store, halfWritten, sessionId, id],
  )
  return asked === undefined ? own : kept
}

import { answerKey, useHalfWritten } from './half-written.ts'
import { usePageStore } from './store.ts'

/**
 * The text of an answer while it is written, null where none was begun. What is begun for `asked`, an approval or a
 * question, is there again when its session is next shown, by this page or the next one; `forgetAnswered` lets go of it
 * once that no longer waits.
 */
export function useAnswerText({
  sessionId,
  id,
}: {
  readonly sessionId: string
  readonly id: string
}): [string | null, (text: string | null) => void] {
  return useHalfWritten(usePageStore().drafts.halfWritten, sessionId, answerKey(id))
}

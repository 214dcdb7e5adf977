import { usePageStore, useTranscript } from '../store.ts'
import { openedKey } from '../transcript.ts'

/**
 * Whether a line is open, and the way to open or close it: the reader has opened it, or it stands open by itself and he
 * has not closed it. Kept with the conversation: a row that is scrolled away is taken off the page. Of several `keys` one
 * that is open is enough; closing closes all.
 */
export function useOpened(
  sessionId: string,
  keys: readonly string[],
  standsOpen = false,
): [boolean, (open: boolean) => void] {
  const transcript = usePageStore().transcript(sessionId)
  const [first = ''] = keys
  const open = useTranscript(
    sessionId,
    openedKey(first),
    ({ opened, closed }) => keys.some((key) => opened.has(key)) || (standsOpen && !closed.has(first)),
  )
  return [open, (wanted) => transcript.setOpened(wanted ? [first] : keys, wanted)]
}

import { usePageStore, useTranscript } from '../store.ts'
import { openedKey } from '../transcript.ts'

/**
 * Whether the reader has opened a line, and the way to open or close it. Kept with the conversation: a row that is
 * scrolled away is taken off the page. Of several `keys` one that is open is enough; closing closes all.
 */
export function useOpened(sessionId: string, keys: readonly string[]): [boolean, (open: boolean) => void] {
  const transcript = usePageStore().transcript(sessionId)
  const [first = ''] = keys
  const open = useTranscript(sessionId, openedKey(first), ({ opened }) => keys.some((key) => opened.has(key)))
  return [open, (wanted) => transcript.setOpened(wanted ? [first] : keys, wanted)]
}

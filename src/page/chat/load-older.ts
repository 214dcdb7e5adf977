import { useCallback } from 'react'
import { useDispatch } from '../runtime.ts'
import { usePageStore } from '../store.ts'

/** Reads the messages before the oldest one held; false where they could not be read, which is said. */
export function useLoadOlder(sessionId: string): () => Promise<boolean> {
  const store = usePageStore()
  const dispatch = useDispatch()
  return useCallback(async () => {
    const beforeSeq = store.transcript(sessionId).seqs()[0] ?? 0
    const page = await dispatch('session.older', { sessionId, beforeSeq })
    if (page !== null) store.older(sessionId, page)
    return page !== null
  }, [store, dispatch, sessionId])
}

import { useEffect, useState } from 'react'
import type { Failure } from '#contracts/failure.ts'
import { useRuntime } from './runtime.ts'
import { usePage, usePageStore } from './store.ts'

export type Opening = { state: 'opening' | 'open' } | { state: 'failed'; failure: Failure; retry: () => void }

/** Reads a session's tail the first time that it is shown. Afterwards its events keep it. */
export function useOpenSession(sessionId: string | null): Opening {
  const store = usePageStore()
  const runtime = useRuntime()
  const held = usePage((state) => sessionId !== null && state.opened.has(sessionId))
  const [failed, setFailed] = useState<{ sessionId: string; failure: Failure } | null>(null)

  useEffect(() => {
    if (sessionId === null || held || failed?.sessionId === sessionId) return undefined
    const abort = new AbortController()
    const read = async (): Promise<void> => {
      const result = await runtime.call('session.open', { sessionId }, abort.signal)
      if (abort.signal.aborted) return undefined
      if (!result.ok) return setFailed({ sessionId, failure: result.failure })
      return store.open(result.value) ? undefined : read()
    }
    void read()
    return () => abort.abort()
  }, [runtime, store, sessionId, held, failed])

  if (held) return { state: 'open' }
  if (failed === null || failed.sessionId !== sessionId) return { state: 'opening' }
  return { state: 'failed', failure: failed.failure, retry: () => setFailed(null) }
}

import { useEffect, useState } from 'react'
import { listFiles } from './list-files.ts'
import { useRuntime } from './runtime.ts'

const NONE: readonly string[] = []

/** The paths of a session's files, growing while its directories are read; read anew each time it is mounted. */
export function useSessionFiles(sessionId: string | null): readonly string[] {
  const runtime = useRuntime()
  const [found, setFound] = useState<{ sessionId: string; files: readonly string[] } | null>(null)
  useEffect(() => {
    if (sessionId === null) return undefined
    const abort = new AbortController()
    void listFiles(runtime, sessionId, abort.signal, (files) => setFound({ sessionId, files }))
    return () => abort.abort()
  }, [runtime, sessionId])
  return found !== null && found.sessionId === sessionId ? found.files : NONE
}

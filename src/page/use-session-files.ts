import { useEffect, useState } from 'react'
import { type ListedFiles, listFiles } from './list-files.ts'
import { useRuntime } from './runtime.ts'

const NONE: ListedFiles = { paths: [], cut: false }

/** A session's files, growing while its directories are read; read anew each time it is mounted. */
export function useSessionFiles(sessionId: string | null): ListedFiles {
  const runtime = useRuntime()
  const [found, setFound] = useState<{ sessionId: string; files: ListedFiles } | null>(null)
  useEffect(() => {
    if (sessionId === null) return undefined
    const abort = new AbortController()
    void listFiles(runtime, sessionId, abort.signal, (files) => setFound({ sessionId, files }))
    return () => abort.abort()
  }, [runtime, sessionId])
  return found !== null && found.sessionId === sessionId ? found.files : NONE
}

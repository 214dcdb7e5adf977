import { useCallback, useEffect, useState } from 'react'
import type { SlashCommand } from '#tools/slash-commands.ts'
import { useRuntime } from './runtime.ts'
import { isOnPage } from './page-command.ts'

/** Tells which commands can run now: those of the page, and those that the session offers. Asked each time it is mounted. */
export function useOffered(sessionId: string | null): (command: SlashCommand) => boolean {
  const runtime = useRuntime()
  const [names, setNames] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (sessionId === null) return undefined
    const abort = new AbortController()
    void runtime.call('slash.list', { sessionId }, abort.signal).then((result) => {
      // A list that cannot be had hides nothing that would otherwise be there: the command itself says why it fails.
      if (!abort.signal.aborted && result.ok) setNames(new Set(result.value.names))
    })
    return () => abort.abort()
  }, [runtime, sessionId])
  return useCallback(({ name, place }) => (place === 'page' ? isOnPage(name) : (names?.has(name) ?? true)), [names])
}

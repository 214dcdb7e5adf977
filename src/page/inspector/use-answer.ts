import { useCallback, useEffect, useState } from 'react'
import type { CommandInput, CommandName, CommandOutput, CommandResult } from '#contracts/commands.ts'
import type { Failure } from '#contracts/failure.ts'
import { useRuntime } from '../runtime.ts'

/** What one command answered, as far as it has. */
export type Answer<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly failure: Failure; retry(): void }

/** An answer with what it was asked for. */
interface Held<N extends CommandName> {
  readonly input: CommandInput<N>
  readonly version: string
  readonly tries: number
  readonly result: CommandResult<N>
}

/**
 * The answer to one command. Asked again when `input` or `version` changes: an answer to the same input stays shown
 * meanwhile. A question that nobody waits for any more is called off.
 */
export function useAnswer<N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  version = '',
): Answer<CommandOutput<N>> {
  const runtime = useRuntime()
  const key = JSON.stringify(input)
  // Callers make it anew with each render: it stays the same object for as long as it says the same.
  const [asked, setAsked] = useState({ key, input })
  if (asked.key !== key) setAsked({ key, input })
  const same = asked.input
  const [held, setHeld] = useState<Held<N> | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    void runtime.call(name, same, abort.signal).then((result) => {
      if (!abort.signal.aborted) setHeld({ input: same, version, tries, result })
    })
    return () => abort.abort()
  }, [runtime, name, same, version, tries])
  const retry = useCallback(() => setTries((before) => before + 1), [])
  if (held === null || held.input !== same || held.tries !== tries) return { status: 'loading' }
  const { result } = held
  return result.ok ? { status: 'ready', value: result.value } : { status: 'failed', failure: result.failure, retry }
}

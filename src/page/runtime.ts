import { createContext, useCallback, useContext } from 'react'
import type { CommandInput, CommandName, CommandOutput, CommandResult } from '#contracts/commands.ts'
import type { EventBatch } from '#contracts/events.ts'
import type { BootReport } from '#contracts/runtime.ts'
import { usePageStore } from './store.ts'

/** The agent's thread as the page sees it. Nothing rejects: failures are data. */
export interface RuntimeClient {
  boot(): Promise<BootReport>
  call<N extends CommandName>(name: N, input: CommandInput<N>, signal?: AbortSignal): Promise<CommandResult<N>>
  /** Hands over every event numbered `since` or later, at most one batch a frame; a `reset` is the last. Returns the way to stop. */
  subscribe(since: number, onBatch: (batch: EventBatch) => void): () => void
  warmUp(): Promise<void>
}

const RuntimeContext = createContext<RuntimeClient | null>(null)
/** `<RuntimeProvider value={client}>` round the page. */
export const RuntimeProvider = RuntimeContext.Provider

/** The agent's thread, for callers that show failures themselves. */
export function useRuntime(): RuntimeClient {
  const runtime = useContext(RuntimeContext)
  if (runtime === null) throw new Error('There is no runtime above this component.')
  return runtime
}

export type Dispatch = <N extends CommandName>(
  name: N,
  input: CommandInput<N>,
  signal?: AbortSignal,
) => Promise<CommandOutput<N> | null>

/** Runs a command; a failure becomes a notice and null. What was stopped on purpose says nothing. */
export function useDispatch(): Dispatch {
  const runtime = useRuntime()
  const store = usePageStore()
  return useCallback(
    async <N extends CommandName>(name: N, input: CommandInput<N>, signal?: AbortSignal) => {
      const result = await runtime.call(name, input, signal)
      if (result.ok) return result.value
      const { failure } = result
      if (failure.kind !== 'aborted') store.notice({ level: 'error', text: failure.message, failure })
      return null
    },
    [runtime, store],
  )
}

import { COMMANDS, type CommandName, type CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'

/** Does one command. Its input is parsed already; the contract of its name says what it is. */
export type CommandHandler<N extends CommandName> = (input: never, signal: AbortSignal) => Promise<CommandOutput<N>>

type NameIn<F extends string> = Extract<CommandName, `${F}.${string}`>

/** The handlers of all commands whose names begin with `F` and a dot. */
export type CommandFamily<F extends string> = { readonly [N in NameIn<F>]: CommandHandler<N> }

/**
 * A family of commands whose code is loaded with the first of them and waited for. For commands that only look:
 * one that changes something must not be overtaken, while its code comes, by what was asked after it. Where the
 * code cannot be fetched the command fails as `unavailable`, and the next one fetches again.
 */
export function lazyCommands<F extends string>(family: F, load: () => Promise<CommandFamily<F>>): CommandFamily<F> {
  let loading: Promise<CommandFamily<F>> | null = null
  const handlers = (): Promise<CommandFamily<F>> =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      const reason = error instanceof Error ? error.message : String(error)
      throw fail('command', 'unavailable', `This part could not be loaded (${reason}). Try again.`, { retryable: true })
    }))
  const names = Object.keys(COMMANDS).filter((name): name is NameIn<F> => name.startsWith(`${family}.`))
  const entries = names.map((name) => {
    const handler = async (input: never, signal: AbortSignal) => {
      const { [name]: loaded } = await handlers()
      signal.throwIfAborted()
      return loaded(input, signal)
    }
    return [name, handler] as const
  })
  // One entry for each name of the family, which `fromEntries` cannot tell.
  return Object.fromEntries(entries) as CommandFamily<F>
}

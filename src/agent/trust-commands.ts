import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import type { Store } from '#contracts/ports/store.ts'
import { contributionsOf } from './contributions.ts'
import type { ToolTable } from './plan.ts'
import type { Sessions } from './sessions.ts'
import type { Trust } from './trust.ts'

/** What the commands about trust work on. */
export interface TrustCommandParts {
  readonly sessions: Pick<Sessions, 'look' | 'write'>
  readonly store: Pick<Store, 'session'>
  readonly trust: Trust
  /** Which tools a rule file may name. */
  readonly tools: ToolTable
}

/** The commands `trust.*`: the look, and the person's word on it. */
export function trustCommands({ sessions, store, trust, tools }: TrustCommandParts) {
  const workspaceOf = async (sessionId: string): Promise<string> => {
    const session = await store.session(sessionId)
    if (session === null) throw fail('command', 'not-found', 'There is no such session.')
    return session.workspaceId
  }
  const look = async (sessionId: string, signal: AbortSignal): Promise<CommandOutput<'trust.look'>> => {
    const workspaceId = await workspaceOf(sessionId)
    const found = await sessions.look(sessionId, (sandbox) => contributionsOf(sandbox, workspaceId, tools, signal))
    return { trust: await trust.state(workspaceId), ...found, contributions: [...found.contributions] }
  }
  return {
    'trust.look': ({ sessionId }: CommandInput<'trust.look'>, signal: AbortSignal) => look(sessionId, signal),
    'trust.set': (
      { sessionId, trusted, digest }: CommandInput<'trust.set'>,
      signal: AbortSignal,
    ): Promise<CommandOutput<'trust.set'>> =>
      // Written only by the tab that writes the session: another one would decide over what it does not see change.
      sessions.write(sessionId, async (host) => {
        if (trusted && (await look(sessionId, signal)).digest !== digest)
          throw fail(
            'command',
            'invalid',
            'What this workspace would contribute has changed since you looked at it. Look again.',
          )
        return { trust: await trust.set(host.record.workspaceId, trusted) }
      }),
  }
}

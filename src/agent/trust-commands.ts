import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Store } from '#contracts/ports/store.ts'
import { contributionsOf } from './contributions.ts'
import type { ToolTable } from './plan.ts'
import type { Rules } from './rules.ts'
import type { Sessions } from './sessions.ts'
import type { Trust } from './trust.ts'

/** What the commands about trust work on. */
export interface TrustCommandParts {
  readonly sessions: Pick<Sessions, 'look' | 'write'>
  readonly store: Pick<Store, 'session' | 'acceptRuleFile'>
  readonly clock: Pick<Clock, 'now'>
  readonly rules: Pick<Rules, 'changed'>
  readonly trust: Trust
  /** Which tools a rule file may name. */
  readonly tools: ToolTable
}

/** The commands `trust.*`: the look, and the person's word on it. */
export function trustCommands({ sessions, store, clock, rules, trust, tools }: TrustCommandParts) {
  const workspaceOf = async (sessionId: string): Promise<string> => {
    const session = await store.session(sessionId)
    if (session === null) throw fail('command', 'not-found', 'There is no such session.')
    return session.workspaceId
  }
  const find = (sessionId: string, workspaceId: string, signal: AbortSignal) =>
    sessions.look(sessionId, (sandbox) => contributionsOf(sandbox, workspaceId, tools, signal))
  return {
    'trust.look': async (
      { sessionId }: CommandInput<'trust.look'>,
      signal: AbortSignal,
    ): Promise<CommandOutput<'trust.look'>> => {
      const workspaceId = await workspaceOf(sessionId)
      const { contributions, omitted, digest } = await find(sessionId, workspaceId, signal)
      return { trust: await trust.state(workspaceId), contributions: [...contributions], omitted, digest }
    },
    'trust.set': (
      { sessionId, trusted, digest }: CommandInput<'trust.set'>,
      signal: AbortSignal,
    ): Promise<CommandOutput<'trust.set'>> =>
      // Written only by the tab that writes the session: another one would decide over what it does not see change.
      sessions.write(sessionId, async (host) => {
        const { workspaceId } = host.record
        if (!trusted) return { trust: await trust.set(workspaceId, false) }
        const { ruleFile, digest: found } = await find(sessionId, workspaceId, signal)
        if (found !== digest)
          throw fail(
            'command',
            'invalid',
            'What this workspace would contribute has changed since you looked at it. Look again.',
          )
        // Each of its rules stood in the look that was said yes to: to be asked for them once more would be a riddle.
        if (ruleFile !== null) await store.acceptRuleFile({ workspaceId, ...ruleFile, at: clock.now() })
        const state = await trust.set(workspaceId, true)
        rules.changed()
        return { trust: state }
      }),
  }
}

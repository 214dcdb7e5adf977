import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Store } from '#contracts/ports/store.ts'
import { digestOf } from './canonical-json.ts'
import { loadContributions } from './load-contributions.ts'
import type { ToolTable } from './plan.ts'
import type { Rules } from './rules.ts'
import type { Sessions } from './sessions.ts'
import { arrivalsOf, type Trust } from './trust.ts'
import { workspaceOf } from './workspace-of.ts'

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
  /** What there is to look at. The digest names what would be contributed and what came in from elsewhere. */
  const find = async (sessionId: string, workspaceId: string, signal: AbortSignal) => {
    // First: what comes in while the rest is read is then not in the digest, and the word on it is refused.
    const state = await trust.state(workspaceId)
    const { contributionsOf } = await loadContributions()
    const found = await sessions.look(sessionId, (sandbox) => contributionsOf(sandbox, workspaceId, tools, signal))
    return { ...found, state, digest: digestOf(found.digest, arrivalsOf(state)) }
  }
  return {
    'trust.look': async (
      { sessionId }: CommandInput<'trust.look'>,
      signal: AbortSignal,
    ): Promise<CommandOutput<'trust.look'>> => {
      const found = await find(sessionId, await workspaceOf(store, sessionId), signal)
      const { state, contributions, omitted, digest } = found
      return { trust: state, contributions: [...contributions], omitted, digest }
    },
    'trust.set': (
      { sessionId, trusted, digest }: CommandInput<'trust.set'>,
      signal: AbortSignal,
    ): Promise<CommandOutput<'trust.set'>> =>
      // Written only by the tab that writes the session: another one would decide over what it does not see change.
      sessions.write(sessionId, async (host) => {
        const { workspaceId } = host.record
        if (!trusted) return { trust: await trust.withdraw(workspaceId) }
        const found = await find(sessionId, workspaceId, signal)
        if (found.digest !== digest) throw hasChanged()
        // Each of its rules stood in the look that was said yes to: to be asked for them once more would be a riddle.
        const { ruleFile } = found
        if (ruleFile !== null) await store.acceptRuleFile({ workspaceId, ...ruleFile, at: clock.now() })
        const given = await trust.give(workspaceId, found.state)
        if (given === null) throw hasChanged()
        rules.changed()
        return { trust: given }
      }),
  }
}

const hasChanged = () =>
  fail('command', 'invalid', 'What this workspace would contribute has changed since you looked at it. Look again.')

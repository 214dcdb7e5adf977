import type { CommandInput, CommandOutput } from '#contracts/commands.ts'
import { fail } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { RuleFileView } from '#contracts/rules.ts'
import { readRuleFile, ruleFileView } from './gate/rules/workspace-rules.ts'
import { ruleWords } from './gate/rules/rule-words.ts'
import type { RunningPorts } from './ports.ts'
import type { Rules } from './rules.ts'
import type { Sessions } from './sessions.ts'
import { workspaceOf } from './workspace-of.ts'

/** What the commands about rules work on. */
export interface RuleCommandParts {
  readonly ports: Pick<RunningPorts, 'store' | 'clock' | 'registry' | 'trust'>
  readonly rules: Rules
  readonly sessions: Pick<Sessions, 'look'>
}

/** The commands `rules.*`. */
export function ruleCommands({ ports, rules, sessions }: RuleCommandParts) {
  const { store, clock, registry } = ports
  const fileOf = async (
    sandbox: Sandbox,
    sessionId: string,
    workspaceId: string,
    signal: AbortSignal,
  ): Promise<RuleFileView> => {
    const { trusted } = await ports.trust(workspaceId).describe(signal)
    const state = await readRuleFile(sandbox, signal)
    const view = ruleFileView(state, await store.acceptedRuleFile(workspaceId), workspaceId, registry, trusted)
    const written = state.kind === 'none' ? null : await rules.writerOf(sessionId)
    return {
      ...view,
      ...(written === null ? {} : { written }),
      rules: rules.withFileUses(workspaceId, view.rules),
      kept: rules.withFileUses(workspaceId, view.kept),
    }
  }
  return {
    'rules.list': async ({ sessionId }: CommandInput<'rules.list'>, signal: AbortSignal) => {
      const stored = await rules.list()
      if (sessionId === null) return { ...stored, file: null }
      const workspaceId = await workspaceOf(store, sessionId)
      return {
        ...stored,
        file: await sessions.look(sessionId, (sandbox) => fileOf(sandbox, sessionId, workspaceId, signal)),
      }
    },
    'rules.add': async ({ draft }: CommandInput<'rules.add'>) => {
      const rule = await rules.add(draft)
      return { rule: { ...rule, words: ruleWords(rule) } }
    },
    'rules.delete': async ({ ruleId }: CommandInput<'rules.delete'>) => {
      await rules.remove(ruleId)
      return {}
    },
    'rules.preview': ({ draft }: CommandInput<'rules.preview'>) => rules.preview(draft),
    'rules.suggest': async ({
      sessionId,
      callId,
    }: CommandInput<'rules.suggest'>): Promise<CommandOutput<'rules.suggest'>> => {
      const record = await store.call(sessionId, callId)
      if (record === null) throw fail('command', 'not-found', 'There is no record of this call.')
      return { preview: await rules.suggest(record, await workspaceOf(store, sessionId)) }
    },
    'rules.acceptFile': async ({ sessionId, digest }: CommandInput<'rules.acceptFile'>, signal: AbortSignal) => {
      const workspaceId = await workspaceOf(store, sessionId)
      const state = await sessions.look(sessionId, (sandbox) => readRuleFile(sandbox, signal))
      const found = state.kind === 'text' ? state.digest : null
      // Bound to what was looked at: a file that changed since is looked at again.
      if (found !== digest || state.kind === 'unreadable')
        throw fail('command', 'invalid', 'The rule file has changed since you looked at it. Look at it again.')
      if (state.kind === 'none') await store.forgetRuleFile(workspaceId)
      else await store.acceptRuleFile({ workspaceId, digest: state.digest, text: state.text, at: clock.now() })
      rules.changed()
      return {}
    },
  }
}

import type { PlannedCall } from '#contracts/calls.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import { DEFAULT_AGENT } from '#contracts/rules.ts'
import { headOf } from '#tools/cut-text.ts'
import { specOf, type ToolTable } from '../../plan.ts'
import { ReadOrder } from '../../read-order.ts'
import type { Rules } from '../../rules.ts'
import { wordsOf } from '../../words.ts'
import type { GateRules } from '../gate.ts'
import { WorkspaceRules } from './workspace-rules.ts'

/** Characters of what a rule decided last: a line of the rules page. */
const USE_WORDS_CHARS = 300

/** What the rules of one session are read from. */
export interface SessionRulesParts {
  readonly rules: Rules
  readonly sessionId: string
  readonly workspaceId: string
  readonly sandbox: Sandbox | null
  readonly store: Pick<Store, 'acceptedRuleFile'>
  readonly trust: WorkspaceTrust
  readonly clock: Clock
  readonly tools: ToolTable
  /** Null where nobody is to be told what is wrong with the file. */
  readonly emit: ((event: RuntimeEvent) => void) | null
}

/** The rules of one session as its gate sees them: the user's, and its workspace's own where that is trusted. */
export function createSessionRules(parts: SessionRulesParts): GateRules {
  const { rules, workspaceId, sandbox, store, trust, clock, tools } = parts
  const file = new WorkspaceRules(workspaceId, sandbox, store, tools, parts.emit && tellOf(workspaceId, parts.emit))
  const order = new ReadOrder()
  let trusted = false
  return {
    workspaceId,
    async refresh(signal) {
      const isNewest = order.begin()
      await rules.refresh()
      const now = (await trust.describe(signal)).trusted
      if (now) await file.refresh(signal)
      // Taken over last and at once: a call beside this one must not decide by half of it.
      if (!isNewest()) return
      trusted = now
      if (!now) file.leave()
    },
    facts() {
      const users = rules.applying(DEFAULT_AGENT, workspaceId)
      const own = file.current
      return {
        rules: trusted ? [...users, ...own.rules] : users,
        unreadable: rules.unreadable ?? (trusted ? own.unreadable : null),
        trusted,
      }
    },
    async add(rule) {
      await rules.keep(rule)
    },
    used(ruleId, plan: PlannedCall, outcome) {
      const { sessionId } = parts
      const words = headOf(wordsOf(specOf(tools, plan.tool), plan.tool, plan.arguments), USE_WORDS_CHARS)
      rules.noteUse(ruleId, workspaceId, { sessionId, callId: plan.callId, words, outcome, at: clock.now() })
    },
  }
}

/** One notice of a workspace's file at a time: each takes the place of the one before. */
function tellOf(workspaceId: string, emit: (event: RuntimeEvent) => void): (problem: string | null) => void {
  const subject = `rule-file/${workspaceId}`
  return (text) =>
    emit(text === null ? { type: 'notice-over', subject } : { type: 'notice', level: 'warning', text, subject })
}

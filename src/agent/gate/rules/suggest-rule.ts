import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { DEFAULT_AGENT, RuleTarget, type CommandPattern, type Rule } from '#contracts/rules.ts'
import { appliesTo, mayBecomeRule } from './apply-rule.ts'
import { originOf } from './read-origin.ts'

/** A rule that is not stored yet. */
export type NewRule = Omit<Rule, 'id' | 'createdAt' | 'last'>

/**
 * The narrow rule that an approval of this call may become: its tool in exactly its folder, its exact simple
 * commands, or its origin. Null where its class is asked about every time, or nothing narrow can be said.
 */
export function suggestRule(plan: PlannedCall, analysis: CallAnalysis): NewRule | null {
  if (!mayBecomeRule(plan.effectiveRisk)) return null
  const target = RuleTarget.safeParse(narrowTarget(plan, analysis))
  if (!target.success) return null
  const rule: NewRule = {
    verdict: 'allow',
    tool: plan.tool,
    target: target.data,
    agentId: DEFAULT_AGENT,
    workspaceId: null,
    source: 'approval',
  }
  try {
    // A rule that would not let this very call pass next time is not worth a press.
    return appliesTo({ ...rule, id: 'suggested', createdAt: 0 }, plan, analysis) ? rule : null
  } catch {
    return null
  }
}

function narrowTarget(plan: PlannedCall, analysis: CallAnalysis): RuleTarget | null {
  switch (plan.target.kind) {
    case 'path': {
      if (!plan.target.value.startsWith(`${WORKSPACE_ROOT}/`)) return null
      const folder = plan.target.value.slice(WORKSPACE_ROOT.length + 1, plan.target.value.lastIndexOf('/') + 1)
      const name = plan.target.value.slice(plan.target.value.lastIndexOf('/') + 1)
      // A hidden file is named itself: a star does not stand for its dot.
      return { kind: 'path', glob: `${literal(folder)}${name.startsWith('.') ? literal(name) : '*'}` }
    }
    case 'command': {
      if (analysis.commands === null || analysis.commands.length === 0) return null
      const distinct = new Map(analysis.commands.map((words) => [JSON.stringify(words), words]))
      const commands: CommandPattern[] = [...distinct.values()].map((words) => ({ words: [...words], more: false }))
      return { kind: 'command', commands }
    }
    case 'address': {
      const origin = originOf(plan.target.value)
      return origin === null ? null : { kind: 'address', origin }
    }
    case 'none':
      return { kind: 'any' }
  }
}

/** The text with every sign of a glob taken as itself. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]{},]/gu, '\\$&')
}

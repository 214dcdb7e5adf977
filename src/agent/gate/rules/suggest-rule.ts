import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import {
  DEFAULT_AGENT,
  NARROWEST,
  RuleTarget,
  type CommandPattern,
  type Rule,
  type RuleReach,
} from '#contracts/rules.ts'
import { nameOf, parentOf } from '#tools/workspace-path.ts'
import { classesOf } from '../classes-of.ts'
import { originOf } from '../origin-of.ts'
import { steeringName } from '../steering-files.ts'
import { appliesTo } from './applies-to.ts'
import { mayBecomeRule } from './may-allow.ts'

/** A rule that is not stored yet. */
export type NewRule = Omit<Rule, 'id' | 'createdAt' | 'last'>

/**
 * The rule that an approval of this call may become: its tool for exactly its file, its exact simple commands, or its
 * origin, in its workspace; `reach` widens it to the file's folder or to every workspace. Null where its class is asked
 * about every time, nothing narrow can be said, or it cannot reach so far.
 */
export function suggestRule(
  plan: PlannedCall,
  analysis: CallAnalysis,
  workspaceId: string,
  reach: RuleReach = NARROWEST,
): NewRule | null {
  if (!mayBecomeRule(classesOf(plan, analysis))) return null
  const target = RuleTarget.safeParse(targetOf(plan, analysis, reach.folder))
  if (!target.success) return null
  const rule: NewRule = {
    verdict: 'allow',
    tool: plan.tool,
    target: target.data,
    agentId: DEFAULT_AGENT,
    workspaceId: reach.everywhere ? null : workspaceId,
    source: 'approval',
  }
  try {
    // A rule that would not let this very call pass next time is not worth a press.
    return appliesTo({ ...rule, id: 'suggested', createdAt: 0 }, plan, analysis) ? rule : null
  } catch {
    return null
  }
}

/** Every reach that the rule of this call may have, the narrowest first; none where it can become no rule. */
export function reachesOf(plan: PlannedCall, analysis: CallAnalysis): RuleReach[] {
  return [false, true]
    .flatMap((folder) => [false, true].map((everywhere) => ({ folder, everywhere })))
    .filter((reach) => suggestRule(plan, analysis, 'here', reach) !== null)
}

function targetOf(plan: PlannedCall, analysis: CallAnalysis, folder: boolean): RuleTarget | null {
  switch (plan.target.kind) {
    case 'path':
      return pathTarget(plan.target.value, folder)
    case 'command': {
      if (folder || analysis.commands === null || analysis.commands.length === 0) return null
      const distinct = new Map(analysis.commands.map((words) => [JSON.stringify(words), words]))
      const commands: CommandPattern[] = [...distinct.values()].map((words) => ({ words: [...words], more: false }))
      return { kind: 'command', commands }
    }
    case 'address': {
      const origin = originOf(plan.target.value)
      return folder || origin === null ? null : { kind: 'address', origin }
    }
    case 'none':
      return folder ? null : { kind: 'any' }
  }
}

/** The root is no folder to widen to: everything lies in it, also what must be asked about. */
function pathTarget(path: string, folder: boolean): RuleTarget | null {
  if (!path.startsWith(`${WORKSPACE_ROOT}/`)) return null
  const short = path.slice(WORKSPACE_ROOT.length + 1)
  if (!folder) return { kind: 'path', glob: literal(short) }
  // A star stands neither for the dot of a hidden file nor for a file that steers later work.
  if (!short.includes('/') || nameOf(path).startsWith('.') || steeringName(path) !== null) return null
  return { kind: 'path', glob: `${literal(parentOf(path).slice(WORKSPACE_ROOT.length + 1))}/*` }
}

/** The text with every sign of a glob taken as itself. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]{},]/gu, '\\$&')
}

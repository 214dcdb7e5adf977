import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { effectiveRisk } from '../effective-risk.ts'

/** What the gate reads from a planned call's arguments, for callers that have the plan alone. */
export function analysisOf(spec: CapabilitySpec, plan: PlannedCall, grammar?: ShellGrammar): CallAnalysis {
  return effectiveRisk(spec, plan.arguments, grammar, startOf(plan))
}

/** Where a planned command starts: its target says so where that is not the root of the workspace. */
function startOf({ target }: PlannedCall): string {
  const at = target.kind === 'command' ? target.value.lastIndexOf('\n# in /') : -1
  return at < 0 ? WORKSPACE_ROOT : target.value.slice(at + '\n# in '.length)
}

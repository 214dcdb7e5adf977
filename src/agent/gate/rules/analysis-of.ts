import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { effectiveRisk } from '../effective-risk.ts'

/** What the gate reads from a planned call, for callers that have the plan alone. */
export function analysisOf(spec: CapabilitySpec, plan: PlannedCall, grammar?: ShellGrammar): CallAnalysis {
  return effectiveRisk(spec, plan.target, grammar)
}

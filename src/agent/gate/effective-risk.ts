import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { NO_SHELL_GRAMMAR, type ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { commandSafety } from './command-safety.ts'
import { pathSafety } from './path-safety.ts'

/**
 * Refines a call's risk class from what it acts on (spec GT1), as `targetOf` read it from its arguments. A refinement
 * that cannot decide keeps the class declared. The grammar must be loaded (`loadGrammarFor`); without it a command
 * counts as able to do anything.
 */
export function effectiveRisk(
  spec: CapabilitySpec,
  { kind, value, cwd = WORKSPACE_ROOT, stdin }: PlannedCall['target'],
  grammar: ShellGrammar = NO_SHELL_GRAMMAR,
): CallAnalysis {
  if (spec.refine === 'command' && kind === 'command')
    return commandSafety(value, grammar, { cwd, fed: stdin !== undefined })
  if (spec.refine === 'path' && kind === 'path') return pathSafety(spec.risk, value)
  return plainAnalysis(spec.risk)
}

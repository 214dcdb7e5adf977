import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import type { JsonObject } from '#contracts/json.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { NO_SHELL_GRAMMAR, type ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { absolutePath } from '../target.ts'
import { commandSafety } from './command-safety.ts'

/**
 * Refines a call's risk class from its arguments (spec GT1). A refinement that cannot decide keeps the class
 * declared. `cwd` is where a command would start unless the call says. The grammar must be loaded (`loadGrammarFor`);
 * without it a command counts as able to do anything.
 */
export function effectiveRisk(
  spec: CapabilitySpec,
  args: JsonObject,
  grammar: ShellGrammar = NO_SHELL_GRAMMAR,
  cwd: string = WORKSPACE_ROOT,
): CallAnalysis {
  if (spec.refine === 'command' && spec.target.kind === 'command') {
    const command = args[spec.target.argument]
    const folder = typeof args['cwd'] === 'string' ? absolutePath(args['cwd'], cwd) : cwd
    const inside = folder === WORKSPACE_ROOT || folder.startsWith(`${WORKSPACE_ROOT}/`)
    if (typeof command === 'string') return commandSafety(command, grammar, { inside })
  }
  return plainAnalysis(spec.risk)
}

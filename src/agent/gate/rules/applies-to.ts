import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Rule } from '#contracts/rules.ts'
import { coversAddress, touchesAddress } from './match-address.ts'
import { coversCommand, touchesCommand } from './match-command.ts'
import { coversPath, touchesPath } from './match-path.ts'

/**
 * True where the rule speaks of the call. An allow rule must cover all of it; of a deny or ask rule it is enough
 * that it may concern a part which can be seen: a path that is named, that a glob or brace may become or that lies
 * below a folder gone through as a whole; a simple command, also one that another starts; an origin, of a script its host in any word. Where a
 * script does not resolve, its plain words are looked at. Not seen is what only running shows: values of
 * variables, output that is fed to a shell (`echo … | sh`), what a script file (`sh build.sh`), an alias, a link or
 * a program does by itself. A rule about a tool as a whole has no such gap.
 * @throws Error where the rule cannot be used
 */
export function appliesTo(rule: Rule, plan: PlannedCall, analysis: CallAnalysis): boolean {
  if (rule.tool !== '*' && rule.tool !== plan.tool) return false
  const { target } = rule
  const allows = rule.verdict === 'allow'
  switch (target.kind) {
    case 'any':
      return true
    case 'path':
      return allows ? coversPath(target.glob, plan) : touchesPath(target.glob, plan, analysis)
    case 'command':
      return allows ? coversCommand(target.commands, plan, analysis) : touchesCommand(target.commands, plan, analysis)
    case 'address':
      return allows ? coversAddress(target.origin, plan, analysis) : touchesAddress(target.origin, plan, analysis)
  }
}

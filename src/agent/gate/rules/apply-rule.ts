import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { RISK_CLASSES, type RiskClass } from '#contracts/risk.ts'
import type { Rule } from '#contracts/rules.ts'
import { coversAddress, touchesAddress } from './match-address.ts'
import { coversCommand, touchesCommand } from './match-command.ts'
import { coversPath, touchesPath } from './match-path.ts'

/**
 * True where the rule speaks of the call. An allow rule must cover all of it; of a deny or ask rule it is enough
 * that it may concern a part which can be seen: a path that is named, that a glob or brace may become or that lies
 * below a folder gone through as a whole; a simple command, also one that another starts; an origin. Where a
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

/** Asked about every time, whatever a rule says. */
const NEVER: ReadonlySet<RiskClass> = new Set(['credential-access', 'spend-money', 'sandbox-escape'])
/** Only where the user wrote the rule by hand: an approval or a file must not open these. */
const BY_HAND: ReadonlySet<RiskClass> = new Set(['destructive-local', 'external-side-effect'])

/** What an allow rule lets run. `trusted` is the workspace's. */
export function mayAllow(rule: Rule, plan: PlannedCall, trusted: boolean): boolean {
  const risk = plan.effectiveRisk
  if (NEVER.has(risk) || (BY_HAND.has(risk) && rule.source !== 'user')) return false
  // What a command runs lies in the workspace: a rule for every workspace was not written for one that came from elsewhere.
  const runsForeignCode =
    plan.target.kind === 'command' && RISK_CLASSES.indexOf(risk) >= RISK_CLASSES.indexOf('shared-state-mutation')
  return trusted || !runsForeignCode || rule.workspaceId !== null
}

/** Classes for which an approval may become a rule. */
export function mayBecomeRule(risk: RiskClass): boolean {
  return !NEVER.has(risk) && !BY_HAND.has(risk) && risk !== 'read-only-local'
}

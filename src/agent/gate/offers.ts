import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision, Rung } from '#contracts/decisions.ts'
import { allowsSessionAllowance } from '#contracts/risk.ts'
import { NARROWEST, type RuleReach } from '#contracts/rules.ts'
import { sessionScope, type Scope } from './allowance.ts'
import { classesOf } from './classes-of.ts'
import { isAllWords } from './rules/command-target.ts'
import { mayAllow } from './rules/may-allow.ts'
import { suggestRule, type NewRule } from './rules/suggest-rule.ts'

/** The answers that an approval offers besides "once". */
export interface Offers {
  /** What "for this session" would cover; null where it is not offered. */
  readonly scope: Scope | null
  /** The rule of this reach that the approval may become; null where none is offered, or it cannot reach so far. */
  ruleOf(reach?: RuleReach): NewRule | null
  /** Why one of the two is not offered, or neither, as one short sentence; null where both are. */
  readonly unoffered: string | null
}

/** What is asked about for another reason than its mode is asked about again, whatever is answered now. */
const ONLY_ONCE: Partial<Record<Rung, string>> = {
  rule: 'Only once: a rule asks about it each time.',
  trust: 'Only once: this workspace is not trusted.',
  monitor: 'Only once: after text from elsewhere, what can carry data out is asked about each time.',
}

/**
 * What may be offered for a call that is asked about. Nothing that would not let the same call pass next time. Without a
 * `workspaceId` no rule is made.
 */
export function offersOf(
  plan: PlannedCall,
  analysis: CallAnalysis,
  { rung }: Pick<Decision, 'rung'>,
  trusted: boolean,
  workspaceId: string | undefined,
): Offers {
  const only = (unoffered: string): Offers => ({ scope: null, ruleOf: () => null, unoffered })
  if (rung !== 'mode') return only(ONLY_ONCE[rung] ?? 'Only once: it is asked about each time.')
  const classes = classesOf(plan, analysis)
  if (!classes.every(allowsSessionAllowance)) return only('Only once: calls of this class are asked about every time.')

  const ruleOf = (reach: RuleReach = NARROWEST): NewRule | null => {
    const rule = workspaceId === undefined ? null : suggestRule(plan, analysis, workspaceId, reach)
    // Trust is not given by the way: what runs code from elsewhere becomes a rule once the workspace is trusted.
    const lasts = rule !== null && mayAllow({ ...rule, workspaceId: null }, plan, classes, trusted, analysis.commands)
    return lasts ? rule : null
  }
  const scope = trusted ? sessionScope(plan, classes) : null
  const noScope = scope !== null ? null : trusted ? 'the file steers later work' : 'this workspace is not trusted'
  if (ruleOf() !== null)
    return { scope, ruleOf, unoffered: noScope === null ? null : `Not for the session: ${noScope}.` }
  return {
    scope,
    ruleOf,
    unoffered: noScope === null ? `No rule: ${noRuleWhy(plan)}.` : `Only once: ${noScope}.`,
  }
}

function noRuleWhy(plan: PlannedCall): string {
  if (plan.target.kind !== 'command') return 'nothing narrow can be said of it'
  return isAllWords(plan)
    ? 'its words do not show all that it does'
    : 'it would be made of the command’s words, without its redirections and what it is fed'
}

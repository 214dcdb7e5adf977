import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Rule, RuleVerdict } from '#contracts/rules.ts'
import { appliesTo, mayAllow } from './apply-rule.ts'
import { ruleWords } from './rule-words.ts'

/** What rules a decision is taken from. */
export interface RuleFacts {
  /** Those that apply here: the user's for this agent and workspace, and the file's where it is trusted. */
  readonly rules: readonly Rule[]
  /** Why some rules could not be read, as a sentence; they may have asked or denied. Null where all could. */
  readonly unreadable: string | null
  /** Whether the workspace is trusted (spec GT8). */
  readonly trusted: boolean
}

/** No rules, and a workspace with nothing from elsewhere in it. */
export const NO_RULES: RuleFacts = { rules: [], unreadable: null, trusted: true }

/** What looking through the rules of one verdict came to. `broken`: a rule threw, and says why. */
export type FoundRule =
  | { readonly kind: 'none'; readonly looked: number }
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'broken'; readonly rule: Rule; readonly why: string }

/** The first rule of this verdict that speaks of the call. Which one makes no difference to what happens. */
export function findRule(
  verdict: RuleVerdict,
  facts: RuleFacts,
  plan: PlannedCall,
  analysis: CallAnalysis,
  also: (rule: Rule) => boolean = () => true,
): FoundRule {
  let looked = 0
  let found: Rule | null = null
  for (const rule of facts.rules) {
    if (rule.verdict !== verdict) continue
    looked += 1
    try {
      if (also(rule) && appliesTo(rule, plan, analysis)) found ??= rule
    } catch (error) {
      // All are looked at, so that their order does not decide whether a broken one is noticed.
      return { kind: 'broken', rule, why: error instanceof Error ? error.message : String(error) }
    }
  }
  return found === null ? { kind: 'none', looked } : { kind: 'rule', rule: found }
}

/** An allow rule that covers the call. `forOrigin`: only a stored one that names the address will do. */
export function findAllowRule(
  facts: RuleFacts,
  plan: PlannedCall,
  analysis: CallAnalysis,
  forOrigin: boolean,
): FoundRule {
  return findRule(
    'allow',
    facts,
    plan,
    analysis,
    (rule) =>
      mayAllow(rule, plan, facts.trusted) && (!forOrigin || (rule.target.kind === 'address' && rule.source !== 'file')),
  )
}

/** How a decision names a rule: its id, a space, its words. */
export function ruleName(rule: Rule): string {
  return `${rule.id} ${ruleWords(rule)}`
}

/** The id in what `ruleName` wrote. */
export function ruleIdOf(name: string): string {
  return name.slice(0, name.indexOf(' '))
}

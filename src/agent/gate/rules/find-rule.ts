import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Rule, RuleVerdict } from '#contracts/rules.ts'
import { classesOf } from '../classes-of.ts'
import { appliesTo } from './applies-to.ts'
import { whyNotAllowed } from './may-allow.ts'
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

/** Where nobody says what the rules are: there are none, and nobody has said that the workspace is to be trusted. */
export const NO_RULES: RuleFacts = { rules: [], unreadable: null, trusted: false }

/**
 * What looking through the rules of one verdict came to. `broken`: a rule threw, and says why. `held`: an allow rule
 * speaks of the call but may not let it run; the words follow "A rule allows it, but not".
 */
export type FoundRule =
  | { readonly kind: 'none'; readonly looked: number; readonly held?: string }
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'broken'; readonly rule: Rule; readonly why: string }

/** The first rule of this verdict that speaks of the call. Which one makes no difference to what happens. */
export function findRule(
  verdict: RuleVerdict,
  facts: RuleFacts,
  plan: PlannedCall,
  analysis: CallAnalysis,
  holds: (rule: Rule) => string | null = () => null,
): FoundRule {
  let looked = 0
  let found: Rule | null = null
  let held: string | undefined
  for (const rule of facts.rules) {
    if (rule.verdict !== verdict) continue
    looked += 1
    const why = holds(rule)
    try {
      if (why === null && appliesTo(rule, plan, analysis)) found ??= rule
    } catch (error) {
      // All are looked at, so that their order does not decide whether a broken one is noticed.
      return { kind: 'broken', rule, why: error instanceof Error ? error.message : String(error) }
    }
    if (why !== null && held === undefined && wouldApply(rule, plan, analysis)) held = why
  }
  if (found !== null) return { kind: 'rule', rule: found }
  return { kind: 'none', looked, ...(held === undefined ? {} : { held }) }
}

/** A rule that lets nothing run here decides nothing, also where it is broken. */
function wouldApply(rule: Rule, plan: PlannedCall, analysis: CallAnalysis): boolean {
  try {
    return appliesTo(rule, plan, analysis)
  } catch {
    return false
  }
}

/** An allow rule that covers the call. `forOrigin`: only a stored one that names the address will do. */
export function findAllowRule(
  facts: RuleFacts,
  plan: PlannedCall,
  analysis: CallAnalysis,
  forOrigin: boolean,
): FoundRule {
  const classes = classesOf(plan, analysis)
  return findRule(
    'allow',
    facts,
    plan,
    analysis,
    (rule) =>
      whyNotAllowed(rule, plan, classes, facts.trusted, analysis.commands) ??
      (forOrigin && (rule.target.kind !== 'address' || rule.source === 'file')
        ? 'where one of yours that names the address is needed'
        : null),
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

import type { Rule, RuleView } from '#contracts/rules.ts'
import { ruleLimits } from './rule-notes.ts'
import { ruleWords } from './rule-words.ts'

/** A rule as the page lists it: its sentence, and what it does not let run. */
export function ruleView(rule: Rule): RuleView {
  const limits = ruleLimits(rule)
  return { ...rule, words: ruleWords(rule, ''), ...(limits === null ? {} : { limits }) }
}

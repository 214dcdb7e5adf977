import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { LEFT_OPEN, noRuleWords, type Decision, type Rung } from '#contracts/decisions.ts'
import { MODES, RISK_CLASSES, RISK_WORDS, type Mode } from '#contracts/risk.ts'
import type { Rule, RuleVerdict } from '#contracts/rules.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { findAllowance } from './allowance.ts'
import { classesOf } from './classes-of.ts'
import { strictestCell } from './matrix.ts'
import { findAllowRule, findRule, ruleName, type FoundRule, type RuleFacts } from './rules/find-rule.ts'
import { ruleWords } from './rules/rule-words.ts'

/** What a decision is taken from, besides the plan. */
export interface GateFacts {
  readonly mode: Mode
  readonly allowances: readonly SessionAllowance[]
  readonly rules: RuleFacts
  /** What the call's arguments say that it does. */
  readonly analysis: CallAnalysis
  /** Why what it connects to is refused for everybody; null where it is not. */
  readonly outbound: string | null
  /** The monitor's objection, if it has one. */
  readonly objection: string | null
}

/**
 * The pure part of the ladder (spec GT2). From the top: what is unknown fails closed; the outbound guard; deny
 * rules; what the mode blocks; ask rules; the fast path; what the mode denies; allow rules; trust; a session
 * allowance; the mode's own verdict; and the monitor, whose objection stands above whatever would have let the
 * call run. A call may have several classes: each rung looks at all of them, and the strictest counts. `ask` means
 * that a person has to answer. The trail holds every rung that was looked at.
 */
export function decide(plan: PlannedCall, facts: GateFacts, at: number): Decision {
  const { mode, analysis, rules } = facts
  const classes = classesOf(plan, analysis)
  const trail: Decision['trail'] = []
  const see = (rung: Rung, verdict: string): void => void trail.push({ rung, verdict })
  const settle = (outcome: Decision['outcome'], rung: Rung, reason: string, rule?: string): Decision => {
    see(rung, outcome)
    const { declaredRisk } = plan
    return {
      outcome,
      declaredRisk,
      effectiveRisk: classes[0] ?? plan.effectiveRisk,
      rung,
      reason,
      trail,
      at,
      ...(rule === undefined ? {} : { rule }),
    }
  }
  if (!classes.every((each) => RISK_CLASSES.includes(each)) || !MODES.includes(mode))
    return settle('deny', 'fail-closed', 'Its risk class or the mode is unknown.')

  const { risk, cell } = strictestCell(classes, mode)
  const what = `It ${RISK_WORDS[risk]}`
  // What the analysis says is about the riskiest of them.
  const why = analysis.reason === '' || analysis.risk !== risk ? '' : ` ${analysis.reason}`
  const headless = mode === 'headless'
  const ask = (rung: Rung, reason: string, rule?: string): Decision =>
    headless
      ? { ...settle('deny', rung, `${reason} In headless mode nobody is there to ask.`, rule), noOneToAsk: true }
      : settle(
          'ask',
          rung,
          facts.objection === null || rung === 'monitor' ? reason : `${reason} ${facts.objection}`,
          rule,
        )
  const broken = ({ rule, why }: { rule: Rule; why: string }): Decision =>
    settle(
      'deny',
      'rule',
      `A rule could not be applied, so the call does not run: ${ruleWords(rule)}. ${why}`,
      ruleName(rule),
    )

  if (analysis.reason !== '') see('command-safety', `${classes.join(', ')}: ${analysis.reason}`)
  if (facts.outbound !== null) return settle('block', 'outbound', facts.outbound)
  // Of addresses inside a command the guard has spoken where the command is judged: it must not look as if all had passed.
  if (plan.target.kind === 'address') see('outbound', LEFT_OPEN.outbound)

  const denies = findRule('deny', rules, plan, analysis)
  if (denies.kind === 'broken') return broken(denies)
  if (denies.kind === 'rule')
    return settle('deny', 'rule', `A rule denies it: ${ruleWords(denies.rule)}.`, ruleName(denies.rule))
  see('rule', none(denies, 'deny'))

  if (cell === 'block') return settle('block', 'mode', `${what}, and ${mode} mode only reads.${why}`)

  const asks = findRule('ask', rules, plan, analysis)
  if (asks.kind === 'broken') return broken(asks)
  if (asks.kind === 'rule')
    return ask('rule', `A rule asks about it: ${ruleWords(asks.rule)}.${why}`, ruleName(asks.rule))
  see('rule', none(asks, 'ask'))
  const onlyReadsHere = classes.every((each) => each === 'read-only-local')
  if (rules.unreadable !== null && !onlyReadsHere) return ask('rule', rules.unreadable)

  if (onlyReadsHere) return settle('run', 'fast-path', `It ${RISK_WORDS[risk]}.${why}`)
  see('fast-path', LEFT_OPEN.fastPath)

  if (cell === 'deny')
    return { ...settle('deny', 'mode', `${what}, and in ${mode} mode nobody is there to ask.${why}`), noOneToAsk: true }

  const allows = findAllowRule(rules, plan, analysis, cell === 'rule')
  if (allows.kind === 'broken') return broken(allows)
  if (allows.kind === 'rule') {
    const words = ruleWords(allows.rule)
    if (facts.objection === null) return settle('run', 'rule', `A rule allows it: ${words}.`, ruleName(allows.rule))
    see('rule', `would allow it: ${words}`)
    return ask('monitor', facts.objection)
  }
  see('rule', none(allows, 'allow'))
  const held = allows.kind === 'none' && allows.held !== undefined ? ` A rule allows it, but not ${allows.held}.` : ''
  if (cell === 'rule')
    return settle(
      'deny',
      'rule',
      `${what}, which in ${mode} mode needs a rule of the user's, and there is none.${why}${held}`,
    )

  // What a command of an untrusted workspace runs was written elsewhere: nothing lets it run by itself.
  const byItself = plan.target.kind === 'command' && classes.includes('shared-state-mutation')
  if (!rules.trusted && cell === 'run' && byItself)
    return ask('trust', `${what}, and this workspace is not trusted.${why}${held}`)
  see('trust', rules.trusted ? LEFT_OPEN.trusted : 'not trusted: no session allowance counts')

  if (cell !== 'run') {
    see('mode', cell)
    const allowance = rules.trusted ? findAllowance(plan, classes, facts.allowances) : undefined
    if (allowance === undefined) {
      see('session-allowance', LEFT_OPEN.allowance)
      return ask('mode', `${what}; ${mode} mode asks first.${why}${held}`)
    }
    if (facts.objection === null)
      return settle('run', 'session-allowance', `Allowed for this session: ${allowance.scope}.`, allowance.scope)
    see('session-allowance', `would allow it: ${allowance.scope}`)
    return ask('monitor', facts.objection)
  }
  if (facts.objection === null) return settle('run', 'mode', `${what}; ${mode} mode lets that run.${why}`)
  see('mode', cell)
  return ask('monitor', facts.objection)
}

function none(found: FoundRule, verdict: RuleVerdict): string {
  if (found.kind === 'none' && found.held !== undefined) return `a rule allows it, but not ${found.held}`
  return noRuleWords(verdict, found.kind === 'none' ? found.looked : 0)
}

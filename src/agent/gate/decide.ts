import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision, Rung } from '#contracts/decisions.ts'
import { MODES, RISK_CLASSES, RISK_WORDS, type Mode } from '#contracts/risk.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { findAllowance } from './allowance.ts'
import { MATRIX } from './matrix.ts'

/** What a decision is taken from, besides the plan. */
export interface GateFacts {
  readonly mode: Mode
  readonly allowances: readonly SessionAllowance[]
  /** Why command safety gave the plan its class; '' where it had no say. */
  readonly safetyReason: string
  /** The monitor's objection, if it has one. */
  readonly objection: string | null
}

/**
 * The pure part of the ladder (spec GT2): decide, session allowance, monitor. `ask` means that a person
 * has to answer before it may run. A class or mode that is not in the matrix is denied (spec GT4).
 */
export function decide(plan: PlannedCall, facts: GateFacts, at: number): Decision {
  const trail: Decision['trail'] = []
  const settle = (outcome: Decision['outcome'], rung: Rung, reason: string, rule?: string): Decision => {
    trail.push({ rung, verdict: outcome })
    return {
      outcome,
      declaredRisk: plan.declaredRisk,
      effectiveRisk: plan.effectiveRisk,
      rung,
      reason,
      trail,
      at,
      ...(rule === undefined ? {} : { rule }),
    }
  }
  if (!RISK_CLASSES.includes(plan.effectiveRisk) || !MODES.includes(facts.mode)) {
    return settle('deny', 'fail-closed', 'Its risk class or the mode is unknown.')
  }
  if (facts.safetyReason !== '')
    trail.push({ rung: 'command-safety', verdict: `${plan.effectiveRisk}: ${facts.safetyReason}` })
  if (plan.effectiveRisk === 'read-only-local') {
    return settle(
      'run',
      'fast-path',
      `It ${RISK_WORDS['read-only-local']}.${facts.safetyReason === '' ? '' : ` ${facts.safetyReason}`}`,
    )
  }
  const cell = MATRIX[plan.effectiveRisk][facts.mode]
  const what = `It ${RISK_WORDS[plan.effectiveRisk]}`
  switch (cell) {
    case 'block':
      return settle('block', 'mode', `${what}, and ${facts.mode} mode only reads.`)
    case 'deny':
      return settle('deny', 'mode', `${what}, and in ${facts.mode} mode nobody is there to ask.`)
    case 'rule':
      return settle(
        'deny',
        'rule',
        `${what}, which in ${facts.mode} mode needs a rule of the user's, and there is none.`,
      )
    case 'ask': {
      const allowance = findAllowance(plan, facts.allowances)
      if (allowance === undefined)
        return settle(
          'ask',
          'mode',
          `${what}; ${facts.mode} mode asks first.${facts.safetyReason === '' ? '' : ` ${facts.safetyReason}`}`,
        )
      trail.push({ rung: 'mode', verdict: 'ask' }, { rung: 'session-allowance', verdict: allowance.scope })
      if (facts.objection !== null) return settle('ask', 'monitor', facts.objection)
      return settle('run', 'session-allowance', `Allowed for this session: ${allowance.scope}.`, allowance.scope)
    }
    case 'run':
      trail.push({ rung: 'mode', verdict: 'run' })
      if (facts.objection !== null)
        return settle(facts.mode === 'headless' ? 'deny' : 'ask', 'monitor', facts.objection)
      trail.pop()
      return settle('run', 'mode', `${what}; ${facts.mode} mode lets that run.`)
  }
}

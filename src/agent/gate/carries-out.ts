import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { RiskClass } from '#contracts/risk.ts'
import { classesOf } from './classes-of.ts'

const CARRIES_OUT: ReadonlySet<RiskClass> = new Set([
  'read-only-network',
  'external-side-effect',
  'spend-money',
  'sandbox-escape',
])
const STAYS_IN: ReadonlySet<RiskClass> = new Set(['read-only-local', 'workspace-write'])

type Plan = Pick<PlannedCall, 'effectiveRisk' | 'target'>
type Analysis = Pick<CallAnalysis, 'risk' | 'classes' | 'origins'>

/** True where a call can take data out of this tab, or uses keys: whoever speaks to the model from elsewhere may want either. */
export function carriesOut(plan: Plan, analysis: Analysis, network: boolean): boolean {
  return classesOf(plan, analysis).includes('credential-access') || sends(plan, analysis, network)
}

/**
 * True where a call can take data out of this tab (spec GT9): by one of its classes, by the origins that its command names,
 * and, where the sandbox's commands have a network, by any command that may start something. To read one more private
 * file takes nothing out.
 */
export function sends(plan: Plan, analysis: Analysis, network: boolean): boolean {
  const classes = classesOf(plan, analysis)
  if (classes.some((risk) => CARRIES_OUT.has(risk)) || analysis.origins.length > 0) return true
  return network && plan.target.kind === 'command' && classes.some((risk) => !STAYS_IN.has(risk))
}

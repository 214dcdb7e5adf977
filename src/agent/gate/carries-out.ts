import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { riskier, type RiskClass } from '#contracts/risk.ts'

const CARRIES_OUT: ReadonlySet<RiskClass> = new Set([
  'read-only-network',
  'external-side-effect',
  'credential-access',
  'spend-money',
  'sandbox-escape',
])
const STAYS_IN: ReadonlySet<RiskClass> = new Set(['read-only-local', 'workspace-write'])

/**
 * True where a call can take data out of this tab (spec GT9): by its class, by the origins that its command names,
 * and, where the sandbox's commands have a network, by any command that may start something.
 */
export function carriesOut(
  plan: Pick<PlannedCall, 'effectiveRisk' | 'target'>,
  analysis: Pick<CallAnalysis, 'risk' | 'origins'>,
  network: boolean,
): boolean {
  const risk = riskier(plan.effectiveRisk, analysis.risk)
  if (CARRIES_OUT.has(plan.effectiveRisk) || CARRIES_OUT.has(analysis.risk) || analysis.origins.length > 0) return true
  return network && plan.target.kind === 'command' && !STAYS_IN.has(risk)
}

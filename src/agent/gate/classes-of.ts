import { riskiestFirst, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { RiskClass } from '#contracts/risk.ts'

/**
 * Every class of a call, riskiest first; never empty. Two readings of one call may differ where it changed on the way:
 * what either of them found counts. `read-only-local` stands only where there is nothing else: it adds nothing to a class.
 */
export function classesOf(
  plan: Pick<PlannedCall, 'effectiveRisk'>,
  analysis: Pick<CallAnalysis, 'risk' | 'classes'>,
): RiskClass[] {
  const all = riskiestFirst([plan.effectiveRisk, analysis.risk, ...analysis.classes])
  const more = all.filter((risk) => risk !== 'read-only-local')
  return more.length === 0 ? all : more
}

import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import { commandOf } from './command-target.ts'
import { matchesOrigin, originOf } from './read-origin.ts'

/**
 * True where every origin that the call reaches is the rule's. A command is covered only for reading: what else
 * it does has nothing to do with the address.
 */
export function coversAddress(stored: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  if (plan.target.kind === 'address') {
    const origin = originOf(plan.target.value)
    return origin !== null && [origin, ...analysis.origins].every((each) => matchesOrigin(stored, each))
  }
  if (plan.target.kind !== 'command' || plan.effectiveRisk !== 'read-only-network' || analysis.commands === null)
    return false
  const { origins } = analysis
  return origins.length > 0 && origins.every((each) => matchesOrigin(stored, each))
}

/**
 * True where the call may reach the rule's origin: one of its origins is, its address cannot be read, or a
 * script that cannot be read names the host.
 */
export function touchesAddress(stored: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  const hits = (origin: string): boolean => matchesOrigin(stored, originOf(origin) ?? origin)
  if (analysis.origins.some(hits)) return true
  if (plan.target.kind === 'address') {
    const origin = originOf(plan.target.value)
    return origin === null || hits(origin)
  }
  if (plan.target.kind !== 'command' || analysis.commands !== null) return false
  const host = stored.replace(/^https?:\/\/(?:\*\.)?/u, '').replace(/:\d+$/u, '')
  return commandOf(plan).text.toLowerCase().includes(host)
}

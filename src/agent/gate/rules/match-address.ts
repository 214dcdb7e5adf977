import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { RiskClass } from '#contracts/risk.ts'
import { classesOf } from '../classes-of.ts'
import { originOf } from '../origin-of.ts'
import { namesHost } from './names-host.ts'
import { matchesOrigin } from './read-origin.ts'

/** What a command with nothing else in it cannot reach an address by: a program that contacts one has a class of its own. */
const STAYS_IN: ReadonlySet<RiskClass> = new Set(['read-only-local', 'workspace-write'])
const ONLY_READS: ReadonlySet<RiskClass> = new Set(['read-only-local', 'read-only-network'])

/**
 * True where every origin that the call reaches is the rule's; one contact that is not named (`UNNAMED_ORIGIN`), or that
 * may lead on to another place, and it is not. A command is covered only for reading: what else it does has nothing to
 * do with the address.
 */
export function coversAddress(stored: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  if (plan.target.kind === 'address') {
    const origin = originOf(plan.target.value)
    return origin !== null && [origin, ...analysis.origins].every((each) => matchesOrigin(stored, each))
  }
  if (plan.target.kind !== 'command' || analysis.commands === null) return false
  const { origins } = analysis
  return (
    classesOf(plan, analysis).every((risk) => ONLY_READS.has(risk)) &&
    origins.length > 0 &&
    origins.every((each) => matchesOrigin(stored, each))
  )
}

/**
 * True where the call may reach the rule's origin: one of its origins is, its address cannot be read, or its host is
 * named anywhere in a script that does more than read and write files here, or that cannot be read. Not every program
 * says which of its words are addresses, so of a script the host alone counts, without scheme and port.
 */
export function touchesAddress(stored: string, plan: PlannedCall, analysis: CallAnalysis): boolean {
  const hits = (origin: string): boolean => matchesOrigin(stored, originOf(origin) ?? origin)
  if (analysis.origins.some(hits)) return true
  if (plan.target.kind === 'address') {
    const origin = originOf(plan.target.value)
    return origin === null || hits(origin)
  }
  if (plan.target.kind !== 'command') return false
  const staysIn = analysis.commands !== null && classesOf(plan, analysis).every((risk) => STAYS_IN.has(risk))
  return !staysIn && namesHost(stored, plan, analysis)
}

import type { CallRecord, PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { isReadOnly } from '#contracts/risk.ts'
import type { DoorHost } from './invoke.ts'
import { analysisOf } from './gate/rules/analysis-of.ts'
import { specOf } from './plan.ts'

/** The gate's answers to calls of one model answer that were asked about before their turn to run had come. */
export interface Ahead {
  /** What the gate says of exactly this plan, once the person has answered; null where it was not asked ahead. */
  take(callId: string, digest: string): Promise<Decision> | null
  /** Withdraws every question that still waits. */
  end(): void
}

/**
 * Asks about all calls of one answer that have to be asked about, at once, so that a person sees them together and may
 * decide them together (spec UI3). Each is still bound to itself, and `Gate.confirm` looks again before it runs, so that
 * a no to one leaves the others as they are. Left out is what acts on a file that an earlier call of the same answer
 * writes, or that an earlier command names and may write: it is asked about in its turn, when its effect can be shown.
 */
export function askAhead(records: readonly CallRecord[], host: DoorHost, signal: AbortSignal): Ahead {
  const { gate } = host
  const asked = new Map<string, { digest: string; decision: Promise<Decision>; withdraw: AbortController }>()
  const end = (): void => {
    for (const { withdraw } of asked.values()) withdraw.abort(withdrawn())
  }
  if (gate === undefined) return { take: () => null, end }
  const writing: PlannedCall[] = []
  for (const record of records) {
    const { plan } = record
    if (plan.status !== 'planned' || record.outcome !== undefined) continue
    const unseen = writing.some((earlier) => mayWrite(earlier, plan))
    if (!isReadOnly(plan.effectiveRisk)) writing.push(plan)
    const spec = specOf(host.tools, plan.tool)
    if (spec === undefined || spec.concurrency === 'alone' || unseen) continue
    const analysis = analysisOf(spec, plan, host.grammar)
    if (gate.preview(plan, analysis).outcome !== 'ask') continue
    host.register(record)
    const withdraw = new AbortController()
    const stop = (): void => withdraw.abort(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const decision = gate.pass(plan, analysis, withdraw.signal)
    // Heard by whoever takes it; one that nobody takes any more fails in silence.
    decision.catch(() => {}).finally(() => signal.removeEventListener('abort', stop))
    asked.set(record.callId, { digest: plan.digest, decision, withdraw })
  }
  return {
    take(callId, digest) {
      const found = asked.get(callId)
      if (found === undefined) return null
      if (found.digest === digest) return found.decision
      found.withdraw.abort(withdrawn())
      asked.delete(callId)
      return null
    },
    end,
  }
}

/** Whether the earlier call is certain to change the file that `later` is about, or names it in a command. */
function mayWrite({ target }: PlannedCall, later: PlannedCall): boolean {
  if (later.target.kind !== 'path') return false
  if (target.kind === 'path') return target.value === later.target.value
  return target.kind === 'command' && target.value.includes(later.target.value.replace(/^.*\//, ''))
}

function withdrawn(): DOMException {
  return new DOMException('The question was withdrawn.', 'AbortError')
}

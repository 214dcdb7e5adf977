import type { PlannedCall } from '#contracts/calls.ts'
import { riskier, type RiskClass } from '#contracts/risk.ts'

/** Something not written by the person that has entered the model's context. */
export interface UntrustedEntry {
  readonly callId: string
  /** In words: "a page of example.com". */
  readonly what: string
}

const CARRIES_OUT: ReadonlySet<RiskClass> = new Set([
  'read-only-network',
  'external-side-effect',
  'credential-access',
  'spend-money',
  'sandbox-escape',
])

/**
 * Watches the run, not the call (spec GT9): the riskiest class that has run, and what untrusted content
 * is in the context. Once there is any, a call that can carry data out is asked about again.
 */
export class Monitor {
  #observed: RiskClass = 'read-only-local'
  readonly #untrusted: UntrustedEntry[] = []

  /** The riskiest effective class that has run so far. */
  get observedRisk(): RiskClass {
    return this.#observed
  }

  /** Called as a call starts. */
  ran(plan: PlannedCall): void {
    this.#observed = riskier(this.#observed, plan.effectiveRisk)
  }

  /** Called when a result from outside the workspace enters the context. Keeps the first 100: enough to say why. */
  entered(entry: UntrustedEntry): void {
    if (this.#untrusted.length < 100) this.#untrusted.push(entry)
  }

  /** Why this call must be asked about although it would have run; null where it need not. */
  objection(plan: PlannedCall): string | null {
    const first = this.#untrusted[0]
    if (first === undefined || !CARRIES_OUT.has(plan.effectiveRisk)) return null
    return `It can carry data out, and ${first.what} is in the context.`
  }
}

import type { ApprovalAnswer } from '#contracts/approvals.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { isAbort } from '#contracts/failure.ts'
import type { Mode } from '#contracts/risk.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { sessionScope } from './allowance.ts'
import { decide } from './decide.ts'
import type { Monitor } from './monitor.ts'

/** What a gate needs of its host. Read afresh for each call, so that a change of mode counts at once. */
export interface GateHost {
  mode(): Mode
  allowances(): readonly SessionAllowance[]
  /** Stores an allowance with the session. */
  allow(allowance: SessionAllowance): Promise<void>
  monitor: Monitor
  now(): number
  /**
   * Asks the person about exactly this plan and waits; null where nobody is there. Rejects with the
   * signal's reason when the turn is stopped.
   */
  ask:
    | ((
        plan: PlannedCall,
        decision: Decision,
        scope: string | null,
        signal: AbortSignal,
      ) => Promise<ApprovalAnswer | null>)
    | null
}

/** A gate: the one door's lock. Never throws but for an abort. */
export interface Gate {
  /** Decides without asking or running anything. */
  preview(plan: PlannedCall, safetyReason: string): Decision
  /** The whole ladder. The outcome is `run`, `block` or `deny`. */
  pass(plan: PlannedCall, safetyReason: string, signal: AbortSignal): Promise<Decision>
}

/** The gate of a run that no host constructed: headless, no allowances, nobody to ask (spec GT4). */
export function headlessGate(monitor: Monitor, now: () => number): Gate {
  return createGate({ mode: () => 'headless', allowances: () => [], allow: async () => {}, monitor, now, ask: null })
}

/** Builds the gate of a run. Whatever throws inside, an abort apart, is a denial. */
export function createGate(host: GateHost): Gate {
  const first = (plan: PlannedCall, safetyReason: string): Decision => {
    try {
      return decide(
        plan,
        { mode: host.mode(), allowances: host.allowances(), safetyReason, objection: host.monitor.objection(plan) },
        host.now(),
      )
    } catch (error) {
      return closed(
        plan,
        host.now(),
        `The gate could not decide (${error instanceof Error ? error.message : String(error)}).`,
      )
    }
  }
  return {
    preview: first,
    async pass(plan, safetyReason, signal) {
      const decision = first(plan, safetyReason)
      if (decision.outcome !== 'ask') return decision
      if (host.ask === null) return closed(plan, host.now(), 'Nobody is there to ask.')
      try {
        const scope = sessionScope(plan)
        const answer = await host.ask(plan, decision, scope?.words ?? null, signal)
        if (answer === null) return closed(plan, host.now(), 'Nobody is there to ask.')
        if (answer.planDigest !== plan.digest)
          return answered(decision, 'deny', host.now(), 'The answer was for another call.')
        switch (answer.verdict) {
          case 'deny':
            return answered(
              decision,
              'deny',
              host.now(),
              answer.reason === undefined || answer.reason === ''
                ? 'The user denied it.'
                : `The user denied it: ${answer.reason}`,
            )
          case 'allow-once':
            return answered(decision, 'run', host.now(), 'The user allowed it once.')
          case 'allow-session':
            if (scope === null)
              return answered(decision, 'run', host.now(), 'The user allowed it; its class is asked about every time.')
            await host.allow({ key: scope.key, tool: plan.tool, scope: scope.words, at: host.now() })
            return answered(decision, 'run', host.now(), `The user allowed ${scope.words} for this session.`)
        }
      } catch (error) {
        if (isAbort(error, signal)) throw error
        return closed(plan, host.now(), `Asking failed (${error instanceof Error ? error.message : String(error)}).`)
      }
    },
  }
}

function answered(decision: Decision, outcome: 'run' | 'deny', at: number, reason: string): Decision {
  return {
    ...decision,
    outcome,
    rung: 'ask',
    reason,
    trail: [...decision.trail, { rung: 'ask', verdict: outcome }],
    at,
  }
}

function closed(plan: PlannedCall, at: number, reason: string): Decision {
  return {
    outcome: 'deny',
    declaredRisk: plan.declaredRisk,
    effectiveRisk: plan.effectiveRisk,
    rung: 'fail-closed',
    reason,
    trail: [{ rung: 'fail-closed', verdict: 'deny' }],
    at,
  }
}

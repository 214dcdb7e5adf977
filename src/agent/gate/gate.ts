import type { ApprovalAnswer } from '#contracts/approvals.ts'
import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { isAbort } from '#contracts/failure.ts'
import { ASKED_AGAIN_MAX } from '#contracts/limits.ts'
import type { Mode } from '#contracts/risk.ts'
import type { SessionAllowance } from '#contracts/sessions.ts'
import { decide } from './decide.ts'
import type { Monitor } from './monitor.ts'
import { offersOf } from './offers.ts'
import { outboundRefusal } from './outbound.ts'
import { NO_RULES, ruleIdOf, type RuleFacts } from './rules/find-rule.ts'
import { ruleWords } from './rules/rule-words.ts'
import type { NewRule } from './rules/suggest-rule.ts'

/** The rules of a run. */
export interface GateRules {
  /** The workspace that a rule made from an approval is for, unless the person widens it. */
  readonly workspaceId: string
  /** Reads anew what is stored. Rejects where that fails, and then nothing runs. */
  refresh(signal: AbortSignal): Promise<void>
  /** As they were when last read. */
  facts(): RuleFacts
  /** Stores a rule that an approval became; it counts from the next call on. */
  add(rule: NewRule): Promise<void>
  /** Hears which rule decided what. Must not throw. */
  used(ruleId: string, plan: PlannedCall, outcome: 'run' | 'ask' | 'deny'): void
}

/** What an approval may offer besides "once", and what the gate read from the call. */
export interface Offer {
  /** What "allow for this session" would cover, in words; null where it is not offered. */
  readonly scope: string | null
  /** The rule that "always allow" would make, in words; null where it is not offered. */
  readonly rule: string | null
  /** Why one of the two is not offered, or neither, as one short sentence; null where both are. */
  readonly unoffered: string | null
  readonly analysis: CallAnalysis
}

/** What a gate needs of its host. Read afresh for each call, so that a change of mode counts at once. */
export interface GateHost {
  mode(): Mode
  allowances(): readonly SessionAllowance[]
  /** Stores an allowance with the session. */
  allow(allowance: SessionAllowance): Promise<void>
  /** Left out: there are no rules, and the workspace is not taken as trusted. */
  readonly rules?: GateRules
  monitor: Monitor
  now(): number
  /**
   * The state of what a call would change, to bind an answer to: a file's revision. '' where there is nothing to bind
   * to. Left out, answers are bound to the plan alone.
   */
  targetState?(plan: PlannedCall, signal: AbortSignal): Promise<string>
  /**
   * Asks the person about exactly this plan and waits; null where nobody is there. Rejects with the
   * signal's reason when the turn is stopped.
   */
  ask:
    | ((plan: PlannedCall, decision: Decision, offer: Offer, signal: AbortSignal) => Promise<ApprovalAnswer | null>)
    | null
}

/** A gate: the one door's lock. Never throws but for an abort. */
export interface Gate {
  /** Decides without asking or running anything, by the rules as they were last read. */
  preview(plan: PlannedCall, analysis: CallAnalysis): Decision
  /** The whole ladder. The outcome is `run`, `block` or `deny`. */
  pass(plan: PlannedCall, analysis: CallAnalysis, signal: AbortSignal): Promise<Decision>
  /**
   * Right before a call starts: whether what `pass` said still stands. An answer holds for the state that the person
   * saw; where the file changed since, or the monitor objects now, they are asked again, and a mode that has become
   * stricter counts. The outcome is `run`, `block` or `deny`.
   */
  confirm(plan: PlannedCall, analysis: CallAnalysis, decision: Decision, signal: AbortSignal): Promise<Decision>
}

/** The gate of a run that no host constructed: headless, no allowances, nobody to ask (spec GT4). */
export function headlessGate(monitor: Monitor, now: () => number): Gate {
  return createGate({ mode: () => 'headless', allowances: () => [], allow: async () => {}, monitor, now, ask: null })
}

/** Builds the gate of a run. Whatever throws inside, an abort apart, is a denial. */
export function createGate(host: GateHost): Gate {
  const rulesNow = (): RuleFacts => host.rules?.facts() ?? NO_RULES
  /** What the monitor said of a call when it was decided, so that what enters after an answer is weighed, too. */
  const weighed = new WeakMap<Decision, string | null>()
  const first = (plan: PlannedCall, analysis: CallAnalysis): Decision => {
    try {
      const objection = host.monitor.objection(plan, analysis)
      const facts = {
        mode: host.mode(),
        allowances: host.allowances(),
        rules: rulesNow(),
        analysis,
        outbound: outboundRefusal(plan),
        objection,
      }
      const decision = decide(plan, facts, host.now())
      weighed.set(decision, objection)
      return decision
    } catch (error) {
      return closed(plan, host.now(), `The gate could not decide (${messageOf(error)}).`)
    }
  }
  const noteUse = (plan: PlannedCall, { rung, rule, outcome }: Decision): void => {
    if (rung === 'rule' && rule !== undefined && outcome !== 'block' && outcome !== 'none')
      host.rules?.used(ruleIdOf(rule), plan, outcome)
  }
  const stateOf = async (plan: PlannedCall, signal: AbortSignal): Promise<string> =>
    (await host.targetState?.(plan, signal)) ?? ''
  // Calls that wait for an answer: what one answer allows may let others of them run.
  const waiting = new Set<() => void>()
  const loosened = (): void => {
    for (const look of waiting) look()
  }
  /** The person's answer, or the decision that has made it needless. */
  const answerTo = async (
    plan: PlannedCall,
    decision: Decision,
    offer: Offer,
    signal: AbortSignal,
  ): Promise<{ answer: ApprovalAnswer | null } | { covered: Decision }> => {
    if (host.ask === null) return { answer: null }
    const own = new AbortController()
    const stop = (): void => own.abort(signal.reason)
    signal.throwIfAborted()
    signal.addEventListener('abort', stop, { once: true })
    let look = (): void => {}
    const covered = new Promise<{ covered: Decision }>((resolve) => {
      look = () => {
        const now = first(plan, offer.analysis)
        if (now.outcome === 'run') resolve({ covered: now })
      }
    })
    waiting.add(look)
    const asked = host.ask(plan, decision, offer, own.signal)
    try {
      const result = await Promise.race([asked.then((answer) => ({ answer })), covered])
      if ('covered' in result) {
        own.abort(new DOMException('Something else allows it now.', 'AbortError'))
        // The question is withdrawn before anything runs; an answer that was being stored meanwhile is the person's word.
        const answer = await asked.catch(() => null)
        if (answer !== null) return { answer }
      }
      return result
    } finally {
      waiting.delete(look)
      signal.removeEventListener('abort', stop)
    }
  }

  const pass = async (
    plan: PlannedCall,
    analysis: CallAnalysis,
    signal: AbortSignal,
    again = '',
  ): Promise<Decision> => {
    try {
      if (host.rules !== undefined) {
        await host.rules.refresh(signal)
        // A stop that came meanwhile must not become a question.
        signal.throwIfAborted()
      }
    } catch (error) {
      if (isAbort(error, signal)) throw error
      // One of those that cannot be read may deny it.
      return closed(plan, host.now(), `The rules could not be read (${messageOf(error)}).`)
    }
    const found = first(plan, analysis)
    noteUse(plan, found)
    if (found.outcome !== 'ask') return found
    const decision = again === '' ? found : { ...found, reason: `${again} ${found.reason}` }
    if (host.ask === null) return nobody(plan, host.now(), decision.trail)
    try {
      const offers = offersOf(plan, analysis, decision, rulesNow().trusted, host.rules?.workspaceId)
      const { scope, unoffered } = offers
      const narrowest = offers.ruleOf()
      const words = narrowest === null ? null : ruleWords(narrowest, 'in this workspace')
      const offer = { scope: scope?.words ?? null, rule: words, unoffered, analysis }
      const state = await stateOf(plan, signal)
      const result = await answerTo(plan, decision, offer, signal)
      if ('covered' in result) return result.covered
      const { answer } = result
      const answered = (outcome: 'run' | 'deny', reason: string): Decision => {
        const made = answeredDecision(decision, state, outcome, reason, host.now())
        weighed.set(made, weighed.get(found) ?? null)
        return made
      }
      if (answer === null) return nobody(plan, host.now(), decision.trail)
      if (answer.planDigest !== plan.digest) return answered('deny', 'The answer was for another call.')
      switch (answer.verdict) {
        case 'deny':
          return answered(
            'deny',
            answer.reason === undefined || answer.reason === ''
              ? 'The user denied it.'
              : `The user denied it: ${answer.reason}`,
          )
        case 'allow-once':
          return answered('run', 'The user allowed it once.')
        case 'allow-session':
          if (scope === null) return answered('run', 'The user allowed it; it is asked about every time.')
          await host.allow({ key: scope.key, tool: plan.tool, scope: scope.words, at: host.now() })
          loosened()
          return answered('run', `The user allowed ${scope.words} for this session.`)
        case 'allow-rule': {
          // Made here from the plan that was shown, never from what the page sends: of that, only how far it reaches.
          const rule = offers.ruleOf(answer.reach)
          if (rule === null || host.rules === undefined)
            return answered('run', 'The user allowed it; no rule can be made of it.')
          await host.rules.add(rule)
          await host.rules.refresh(signal)
          loosened()
          return answered('run', `The user made it a rule: ${ruleWords(rule, 'in this workspace')}.`)
        }
      }
    } catch (error) {
      if (isAbort(error, signal)) throw error
      return closed(plan, host.now(), `Asking failed (${messageOf(error)}).`, decision.trail)
    }
  }

  const confirm = async (
    plan: PlannedCall,
    analysis: CallAnalysis,
    decision: Decision,
    signal: AbortSignal,
  ): Promise<Decision> => {
    let standing = decision
    for (let times = 0; standing.outcome === 'run' && standing.rung === 'ask'; times += 1) {
      const now = first(plan, analysis)
      if (now.outcome === 'block' || now.outcome === 'deny') return now
      // What entered the context after the answer was not weighed in it.
      const objection = weighed.get(now) ?? null
      const unweighed = objection !== null && objection !== (weighed.get(standing) ?? null)
      let changed: boolean
      try {
        changed = (await stateOf(plan, signal)) !== standing.targetState
      } catch (error) {
        if (isAbort(error, signal)) throw error
        return closed(plan, host.now(), `What it would change could not be read (${messageOf(error)}).`, standing.trail)
      }
      if (!changed && !unweighed) return standing
      if (times === ASKED_AGAIN_MAX)
        return closed(plan, host.now(), 'What it would change kept changing while you were asked.', standing.trail)
      standing = await pass(
        plan,
        analysis,
        signal,
        changed ? 'What it would change is not as it was shown to you.' : '',
      )
    }
    return standing
  }

  return { preview: first, pass, confirm }
}

/** The decision that an answer comes to. */
function answeredDecision(
  decision: Decision,
  targetState: string,
  outcome: 'run' | 'deny',
  reason: string,
  at: number,
): Decision {
  const trail = [...decision.trail, { rung: 'ask' as const, verdict: outcome }]
  return { ...decision, outcome, rung: 'ask', reason, targetState, trail, at }
}

function closed(plan: PlannedCall, at: number, reason: string, trail: Decision['trail'] = []): Decision {
  return {
    outcome: 'deny',
    declaredRisk: plan.declaredRisk,
    effectiveRisk: plan.effectiveRisk,
    rung: 'fail-closed',
    reason,
    trail: [...trail, { rung: 'fail-closed', verdict: 'deny' }],
    at,
  }
}

function nobody(plan: PlannedCall, at: number, trail: Decision['trail']): Decision {
  return { ...closed(plan, at, 'Nobody is there to ask.', trail), noOneToAsk: true }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

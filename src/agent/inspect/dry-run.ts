import type { CallRecord, PlannedCall } from '#contracts/calls.ts'
import type { DryRun } from '#contracts/inspection.ts'
import type { RunningPorts } from '../ports.ts'
import { createGate } from '../gate/gate.ts'
import { analysisOf } from '../gate/rules/analysis-of.ts'
import { createSessionRules } from '../gate/rules/session-rules.ts'
import { loadGrammarFor, planCall, specOf } from '../plan.ts'
import type { Rules } from '../rules.ts'
import type { SessionHost } from '../session-host.ts'
import { targetWords } from '../target.ts'

/** What a dry run is decided with. */
export interface DryRunParts {
  readonly ports: RunningPorts
  readonly rules: Rules
}

/**
 * What the gate would say now of a call that was planned before: planned anew from what was called, under the present
 * mode, rules and allowances. Nothing runs, nobody is asked, and no rule learns that it was looked at. Throws where
 * the rules cannot be read.
 */
export async function dryRun(
  record: CallRecord,
  host: SessionHost,
  { ports, rules }: DryRunParts,
  signal: AbortSignal,
): Promise<DryRun> {
  // What was refused before planning was never whole: planning it now would decide about something that nobody said.
  if (record.plan.status !== 'planned')
    return {
      kind: 'no-plan',
      reason: `It was never planned, so there is nothing to decide. ${record.plan.failure.message}`,
    }
  const { run } = host.inspected
  const { registry, clock, store, grammar } = ports
  await loadGrammarFor([record.call.name], registry, grammar)
  const plan = planCall(record.call, registry, run.availability, run.memory.cwd, grammar)
  if (plan.status !== 'planned')
    return { kind: 'no-plan', reason: `It could not be planned now. ${plan.failure.message}` }
  const spec = specOf(registry, plan.tool)
  if (spec === undefined) return { kind: 'no-plan', reason: 'Its tool is not registered any more.' }

  const { id: sessionId, workspaceId } = host.record
  const sessionRules = createSessionRules({
    rules,
    sessionId,
    workspaceId,
    sandbox: host.sandbox,
    store,
    trust: ports.trust(workspaceId),
    clock,
    tools: registry,
    // The run's own gate says what is wrong with a rule file; twice would be once too often.
    emit: null,
  })
  await sessionRules.refresh(signal)
  signal.throwIfAborted()
  const gate = createGate({
    mode: () => host.record.mode,
    allowances: () => host.record.allowances,
    allow: async () => {},
    rules: sessionRules,
    monitor: run.monitor,
    now: () => clock.now(),
    ask: null,
  })
  const decision = gate.preview(plan, analysisOf(spec, plan, grammar))
  return { kind: 'decided', decision, mode: host.record.mode, changed: whatChanged(record.plan, plan) }
}

function whatChanged(before: PlannedCall, now: PlannedCall): string {
  if (before.digest === now.digest) return ''
  if (targetWords(before.target) !== targetWords(now.target)) return `It would now act on ${targetWords(now.target)}.`
  if (before.effectiveRisk !== now.effectiveRisk)
    return `Its class is now ${now.effectiveRisk}; it was ${before.effectiveRisk}.`
  return 'Its arguments are now read another way.'
}

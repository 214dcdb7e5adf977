import type { CallRecord, Plan } from '#contracts/calls.ts'
import type { Approval, HumanQuestion } from '#contracts/approvals.ts'
import type { CallAnalysis } from '#contracts/call-analysis.ts'
import type { InspectedAnalysis, InspectedCall, InspectedPlan, Timings } from '#contracts/inspection.ts'
import { fail } from '#contracts/failure.ts'
import {
  COMMAND_MAX_EFFECTS,
  INSPECT_HEAD_CHARS,
  INSPECT_LINE_CHARS,
  RULE_COMMAND_WORDS,
  RULE_COMMANDS,
} from '#contracts/limits.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { Store } from '#contracts/ports/store.ts'
import { headOf } from '#tools/cut-text.ts'
import type { Registry } from '#tools/registry.ts'
import { analysisOf } from '../gate/rules/analysis-of.ts'
import { loadGrammarFor, specOf, type Availability } from '../plan.ts'
import { targetWords } from '../target.ts'
import { callRow, inspectedFailure } from './call-row.ts'
import { isParent, nestedCalls } from './nested-calls.ts'
import { projectionsOf } from './projections.ts'
import { standingOf } from './standing.ts'
import { headSlice } from './text-slice.ts'

/** What a call is inspected with. */
export interface CallInspection {
  readonly store: Store
  readonly registry: Registry
  /** Left out, no command can be read. */
  readonly grammar?: ShellGrammar
  /** Null where another tab holds the run. */
  readonly available: Availability | null
}

/** Everything that can be said of one call of the session. Throws `not-found` where there is no record of it. */
export async function inspectCall(
  sessionId: string,
  callId: string,
  { store, registry, grammar, available }: CallInspection,
  signal: AbortSignal,
): Promise<InspectedCall> {
  const record = await recordOf(store, sessionId, callId)
  const { call, plan, decision, outcome } = record
  await loadGrammarFor([plan.tool], registry, grammar)
  const nested = await nestedCalls(store, sessionId, signal)
  const pending = record.outcome === undefined ? await store.pending(sessionId) : null
  const waiting: (Approval | HumanQuestion)[] = pending === null ? [] : [...pending.approvals, ...pending.questions]
  const question = waiting.find((each) => each.callId === callId)
  return {
    row: callRow(record, record.parentId ?? null, registry),
    turnId: record.turnId,
    messageSeq: record.messageSeq,
    position: record.position,
    providerId: call.providerId,
    standing: standingOf(call.name, registry, available),
    raw: headSlice(call.rawArguments),
    plan: inspectedPlan(plan, registry, grammar),
    decision: decision ?? null,
    asksPerson: question !== undefined || (decision?.trail ?? []).some(({ rung }) => rung === 'ask'),
    question: question === undefined ? null : 'title' in question ? question.title : question.question,
    timings: timingsOf(record, question),
    outcome:
      outcome === undefined
        ? null
        : {
            status: outcome.status,
            failure: outcome.failure === undefined ? null : inspectedFailure(outcome.failure),
          },
    projections: outcome === undefined ? [] : projectionsOf(outcome),
    nested: nested.filter((child) => isParent(record, child)).map((child) => callRow(child, callId, registry)),
  }
}

/** The journal's record of a call; throws `not-found` where there is none. */
export async function recordOf(store: Pick<Store, 'call'>, sessionId: string, callId: string): Promise<CallRecord> {
  const record = await store.call(sessionId, callId)
  if (record === null) throw fail('command', 'not-found', 'There is no record of this call.')
  return record
}

function inspectedPlan(plan: Plan, registry: Registry, grammar: ShellGrammar | undefined): InspectedPlan {
  if (plan.status !== 'planned') return { status: plan.status, failure: inspectedFailure(plan.failure) }
  const { calledAs, canonicalArguments, target, declaredRisk, effectiveRisk, digest } = plan
  const spec = specOf(registry, plan.tool)
  const analysis = spec === undefined ? null : analysisOf(spec, plan, grammar)
  return {
    status: 'planned',
    calledAs: calledAs ?? null,
    canonical: headSlice(canonicalArguments),
    target: { kind: target.kind, value: headOf(targetWords(target), INSPECT_HEAD_CHARS) },
    declaredRisk,
    effectiveRisk,
    digest,
    analysis: analysis === null ? null : shownAnalysis(analysis),
  }
}

/** An analysis as far as anybody reads it: the words of its commands come from a model and have no bound of their own. */
function shownAnalysis({ risk, reason, effects, decidedBy, commands, origins }: CallAnalysis): InspectedAnalysis {
  const cut = (text: string): string => headOf(text, INSPECT_LINE_CHARS)
  return {
    risk,
    reason: cut(reason),
    effects: effects.slice(0, COMMAND_MAX_EFFECTS).map(cut),
    decidedBy: cut(decidedBy),
    commands: commands?.slice(0, RULE_COMMANDS).map((words) => words.slice(0, RULE_COMMAND_WORDS).map(cut)) ?? null,
    origins: origins.slice(0, RULE_COMMANDS).map(cut),
  }
}

function timingsOf(record: CallRecord, question: { askedAt: number } | undefined): Timings {
  const { state, plannedAt, askedAt, startedAt, settledAt, decision } = record
  return {
    plannedAt,
    // What a tool itself asks while it runs stands in no record of the call.
    askedAt: askedAt ?? question?.askedAt ?? null,
    // While the gate's question waits, the decision kept is the one to ask.
    decidedAt: state === 'asked' ? null : (decision?.at ?? null),
    startedAt: startedAt ?? null,
    settledAt: settledAt ?? null,
  }
}

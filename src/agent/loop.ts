import type { CallOutcome, CallRecord, Plan, RefusedCall } from '#contracts/calls.ts'
import { toFailure, type Failure } from '#contracts/failure.ts'
import type { AgentMessage } from '#contracts/messages.ts'
import { NO_USAGE, type ModelRef } from '#contracts/models.ts'
import type { Store } from '#contracts/ports/store.ts'
import { askAhead } from './ask-ahead.ts'
import { Budget } from './budget.ts'
import type { ActiveSet } from './build.ts'
import type { History } from './history/history.ts'
import { invokePlan, type DoorHost } from './invoke.ts'
import { cancelledOutcome, failureOutcome } from './outcome.ts'
import { loadGrammarFor, planCall, refuseAfterQuestions, type Availability } from './plan.ts'
import { runCalls } from './run.ts'
import { runStep, type StepHost } from './step.ts'

/** How a turn came to rest. */
export type TurnEnd =
  | { kind: 'rest' }
  | { kind: 'cut' }
  | { kind: 'stopped' }
  /** `repeats`: it was going in circles, rather than long. */
  | { kind: 'budget'; why: string; repeats: boolean }
  | { kind: 'failed'; failure: Failure }

/** Everything that one turn works with. */
export interface TurnHost extends StepHost {
  readonly sessionId: string
  readonly turnId: string
  readonly history: History
  readonly store: Store
  readonly door: DoorHost
  readonly availability: Availability
  readonly budget: Budget
  /** The model that the session names now; null where none is chosen. */
  modelRef(): ModelRef | null
  /** Read afresh for each step, so that a change of mode or model counts at once. */
  activeSet(): ActiveSet
  cwd(): string
  /** The position of the next message in the session; the same until `advance` is called. */
  nextSeq(): number
  advance(): void
  /** After each step, with what it came to and the tokens that are in the context now; 0 where they are not known. */
  stepped(message: AgentMessage, contextTokens: number): Promise<void>
}

/**
 * A turn, from a message to rest: ask the model, store what it answered, run its calls behind the gate,
 * ask again. Ends where the model calls nothing more, a budget is used up, the person stops it or the
 * provider fails. `reopened` are calls that waited when the tab closed; they are run first.
 * Throws only where storage fails.
 */
export async function runTurn(host: TurnHost, reopened: readonly CallRecord[], signal: AbortSignal): Promise<TurnEnd> {
  if (reopened.length > 0) await settleCalls(reopened, host, signal)
  for (;;) {
    const why = host.budget.spent ?? (await host.heldBack(NO_USAGE, signal))
    if (signal.aborted) return { kind: 'stopped' }
    if (why !== null) return { kind: 'budget', why, repeats: host.budget.repeats }
    const model = host.modelRef()
    if (model === null) return { kind: 'failed', failure: NO_MODEL }

    host.budget.step()
    const active = host.activeSet()
    const seq = host.nextSeq()
    const request = {
      model,
      system: active.system,
      messages: host.history.toModel(),
      tools: active.tools,
      sessionId: host.sessionId,
    }
    const place = { sessionId: host.sessionId, turnId: host.turnId, step: seq, seq, model }
    const { assembled, message, heldBack } = await runStep(place, request, host, signal)
    const records = await storeStep(message, host)
    try {
      await host.stepped(message, assembled.usage.input + assembled.usage.output)
    } catch (error) {
      for (const entry of records) await host.door.journal.settled(entry, cancelledOutcome(NOT_STORED, false))
      throw error
    }
    await settleCalls(records, host, signal)

    if (signal.aborted) return { kind: 'stopped' }
    if (heldBack !== null) return { kind: 'budget', why: heldBack, repeats: false }
    if (assembled.failure !== undefined) return { kind: 'failed', failure: assembled.failure }
    if (records.length > 0) continue
    if (assembled.finish === 'length') return { kind: 'cut' }
    if (assembled.finish === 'content-filter') return { kind: 'failed', failure: FILTERED }
    if (message.parts.length === 0) return { kind: 'failed', failure: SILENT }
    return { kind: 'rest' }
  }
}

/** Stores the step's message and, in the same transaction, its planned calls: before any of them runs (spec RS5). */
async function storeStep(message: AgentMessage, host: TurnHost): Promise<CallRecord[]> {
  const { providerToolCalls, refusedCalls } = message.metadata
  const { tools, grammar } = host.door
  await loadGrammarFor(
    providerToolCalls.map(({ name }) => name),
    tools,
    grammar,
  )
  const plans = refuseAfterQuestions(
    providerToolCalls.map((call) => planCall(call, tools, host.availability, host.cwd(), grammar)),
    tools,
  )
  const record = (call: RefusedCall | AgentMessage['metadata']['providerToolCalls'][number], plan: Plan): CallRecord =>
    host.door.journal.planned(host.sessionId, host.turnId, message.seq, call, plan)
  const records = [
    ...providerToolCalls.flatMap((call, index) => {
      const plan = plans[index]
      return plan === undefined ? [] : [record(call, plan)]
    }),
    ...refusedCalls.map(({ failure, ...call }) =>
      record(call, { status: 'invalid', callId: call.id, source: call.source, tool: call.name, failure }),
    ),
  ].toSorted((a, b) => a.position - b.position)

  // A request that failed before it said anything leaves no message; its failure is shown as a note.
  if (message.state !== 'complete' && message.parts.length === 0 && records.length === 0) return []

  host.advance()
  try {
    if (records.length > 0) await host.store.saveTurn(message, records)
    else await host.store.saveMessage(message)
  } catch (error) {
    // What was shown stays on the screen, marked as what it is: not stored, and nothing of it has run.
    const failure = toFailure(error, 'storage')
    host.emit({ type: 'message', message: { ...message, state: 'failed', metadata: { ...message.metadata, failure } } })
    throw error
  }
  host.history.put(message)
  host.history.addCalls(records)
  for (const entry of records) host.door.journal.show(entry)
  host.emit({ type: 'message', message })
  return records
}

/** Runs calls in the model's order and counts them. Those past the turn's budget are settled without running. */
async function settleCalls(records: readonly CallRecord[], host: TurnHost, signal: AbortSignal): Promise<void> {
  const settle = (entry: CallRecord, outcome: CallOutcome): Promise<void> => host.door.journal.settled(entry, outcome)
  // What was refused costs nothing, and keeps its own reason.
  let left = host.budget.callsLeft
  const allowed = records.filter(({ plan }) => plan.status !== 'planned' || left-- > 0)
  const ahead = askAhead(allowed, host.door, signal)
  try {
    const invoke = (entry: CallRecord, abort: AbortSignal) => invokePlan(entry, host.door, abort, ahead)
    await runCalls(allowed, host.door.tools, invoke, settle, signal)
  } finally {
    ahead.end()
  }
  for (const entry of records) {
    if (entry.outcome === undefined) await settle(entry, failureOutcome('cancelled', OVER_BUDGET))
  }
  host.budget.answered(records)
}

const NOT_STORED = 'The turn could not go on, because storage failed before it ran.'

const NO_MODEL: Failure = {
  stage: 'model',
  kind: 'model-not-found',
  message: 'No model is chosen. Add a provider in Settings, or choose a model below the message.',
  retryable: false,
}
const FILTERED: Failure = {
  stage: 'model',
  kind: 'content-filter',
  message: 'The provider withheld the answer because of its content filter. Change the request and send it again.',
  retryable: false,
}
const SILENT: Failure = {
  stage: 'model',
  kind: 'malformed-stream',
  message:
    'The model ended its turn without saying or doing anything. Send the message again, or choose another model.',
  retryable: true,
}
const OVER_BUDGET: Failure = {
  stage: 'authorization',
  kind: 'aborted',
  message: 'The turn had used up its number of tool calls, so this one was not run.',
  retryable: true,
}

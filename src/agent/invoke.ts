import type { CapabilityBody, CapabilitySpec } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import type { CallOutcome, CallRecord, PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { FailureError, isAbort, toFailure, type Failure } from '#contracts/failure.ts'
import { ABORT_SETTLE_MS, HEARTBEAT_MS, TOOL_GRACE_MS, TOOL_IDLE_MS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import { isReadOnly } from '#contracts/risk.ts'
import type { Ahead } from './ask-ahead.ts'
import { Deadline, type Deadlines } from './deadlines.ts'
import { headlessGate, type Gate } from './gate/gate.ts'
import { analysisOf } from './gate/rules/analysis-of.ts'
import type { Monitor } from './gate/monitor.ts'
import type { Journal } from './journal.ts'
import { cancelledOutcome, failureOutcome } from './outcome.ts'
import { loadGrammarFor, planCall, specOf, type Availability, type ToolTable } from './plan.ts'

/** What the door needs of the run that it belongs to. */
export interface DoorHost {
  readonly tools: ToolTable
  readonly availability: Availability
  /** Left out, no command can be read, and each counts as able to do anything (spec GT7). */
  readonly grammar?: ShellGrammar
  /** Where a command would start now. */
  cwd(): string
  /** Left out, the run is headless (spec GT4). */
  readonly gate?: Gate
  readonly monitor: Monitor
  readonly journal: Journal
  readonly deadlines: Deadlines
  readonly clock: Clock
  /** Loads the one body of a spec; throws where the two have drifted apart. */
  loadBody(spec: CapabilitySpec): Promise<CapabilityBody>
  /** Builds what the body sees. `signal` is the call's own. */
  capabilityRun(record: CallRecord, signal: AbortSignal): CapabilityRun
  /** Says which record the next plan belongs to, before the gate is asked about it. */
  register(record: CallRecord): void
  heartbeat(record: CallRecord): void
  /**
   * Resolves when every file written so far is durable; throws where it cannot be, and an `AbortError` where that took
   * too long after a stop. Nothing to do without a sandbox.
   */
  flush(): Promise<void>
}

/**
 * The only door to a body (spec RG10): a planned call passes the gate, starts, and settles. Whatever gate and body do,
 * the record settles once and its outcome is returned. `ahead` holds answers that were asked for before its turn had
 * come. Throws only where storage fails, of the journal or of what the monitor keeps: before the start, and nothing ran;
 * or after it, and the record stays `started`, outcome unknown.
 */
export async function invokePlan(
  record: CallRecord,
  host: DoorHost,
  signal: AbortSignal,
  ahead?: Ahead,
): Promise<CallOutcome> {
  const settle = async (outcome: CallOutcome, decision?: Decision): Promise<CallOutcome> => {
    await host.journal.settled(record, outcome, decision)
    return record.outcome ?? outcome
  }
  if (record.outcome !== undefined) return record.outcome
  // Where a command runs may have changed since it was planned: by the calls before it, or across a reload.
  if (record.plan.status === 'planned' && record.plan.target.kind === 'command') {
    await loadGrammarFor([record.call.name], host.tools, host.grammar)
    record.plan = planCall(record.call, host.tools, host.availability, host.cwd(), host.grammar)
  }
  const { plan } = record
  if (plan.status !== 'planned') return settle(failureOutcome(plan.status, plan.failure))
  if (signal.aborted) return settle(cancelledOutcome('It was stopped before it ran.', false))

  const spec = specOf(host.tools, plan.tool)
  if (spec === undefined) return settle(failureOutcome('unavailable', unavailable(plan.tool)))

  host.register(record)
  const gate = host.gate ?? headlessGate(host.monitor, () => host.clock.now())
  const analysis = analysisOf(spec, plan, host.grammar)
  let decision: Decision
  try {
    const early = await ahead?.take(record.callId, plan.digest)
    // What let it pass early without an answer to this very call is looked at anew.
    const stands = early !== undefined && early !== null && (early.outcome !== 'run' || early.rung === 'ask')
    const passed = stands ? early : await gate.pass(plan, analysis, signal)
    decision = await gate.confirm(plan, analysis, passed, signal)
  } catch (error) {
    if (isAbort(error, signal)) return settle(cancelledOutcome('It was stopped while it waited for an answer.', false))
    throw error
  }
  if (decision.outcome !== 'run') return settle(refusal(decision), decision)
  if (signal.aborted) return settle(cancelledOutcome('It was stopped before it ran.', false), decision)

  await host.monitor.starting(plan, spec, analysis)
  await host.journal.started(record, decision)
  host.monitor.ran(decision.effectiveRisk ?? plan.effectiveRisk)
  const outcome = await runBody(record, plan, spec, host, signal)
  await host.monitor.ended(plan, spec, analysis, outcome)
  return settle(isReadOnly(plan.effectiveRisk) ? outcome : await madeDurable(outcome, host))
}

/** An outcome is durable, so what it says of files must be too: they are written out before it is stored. */
async function madeDurable(outcome: CallOutcome, host: DoorHost): Promise<CallOutcome> {
  try {
    await host.flush()
    return outcome
  } catch (error) {
    if (isAbort(error))
      return outcome.status === 'cancelled' ? outcome : { ...notYetStored(), durable: outcome.durable }
    const failure = toFailure(error, 'storage')
    const message = `It ran, but what it wrote could not be stored, and is gone when this tab closes. ${failure.message}`
    const lost = failureOutcome('failed', { ...failure, message, partialEffect: true })
    return { ...lost, durable: outcome.durable }
  }
}

function notYetStored(): CallOutcome {
  return cancelledOutcome('It ran, but it was stopped before what it wrote was known to be stored.', true)
}

async function runBody(
  record: CallRecord,
  plan: PlannedCall,
  spec: CapabilitySpec,
  host: DoorHost,
  signal: AbortSignal,
): Promise<CallOutcome> {
  const own = new AbortController()
  const stop = (): void => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  // Its own time-out, or its silence, asks the body to end; the grace after it is for one that does not answer (spec RN4).
  let ended: string | null = null
  let giveUp: (outcome: CallOutcome) => void = () => {}
  const abandoned = new Promise<CallOutcome>((resolve) => (giveUp = resolve))
  const ownLimit = timeoutOf(spec, plan)
  const grace = new Deadline(host.clock, TOOL_GRACE_MS, () =>
    giveUp(failureOutcome('failed', timeoutFailure(spec, ended ?? '', true))),
  )
  const endAfter = (ms: number, how = ''): Deadline =>
    new Deadline(host.clock, ms, () => {
      if (ended !== null) return
      ended = `after ${Math.round(ms / 1000)} s${how}`
      stopHeartbeat()
      own.abort(new DOMException('The call ran out of time.', 'TimeoutError'))
      host.deadlines.start(grace, record.callId)
    })
  const limit = ownLimit === null ? null : endAfter(ownLimit)
  if (limit !== null) host.deadlines.start(limit, record.callId)
  const watchdog = endAfter(TOOL_IDLE_MS, ' without a sign of life')
  host.deadlines.watch(watchdog, record.callId)
  // While a time-out bounds it, a silent call is taken to work. One without has to say itself that it lives.
  const stopHeartbeat = ownLimit === null ? () => {} : beat(host, record)
  // The body has been called: from then on something may have happened.
  let begun = false
  const stopped = (said: Failure | null = null): CallOutcome =>
    cancelledOutcome(said?.message ?? `It was stopped ${begun ? 'while' : 'before'} it ran.`, begun, said ?? {})
  let cancelSettle = (): void => {}
  const onStop = (): void => {
    cancelSettle = host.clock.after(ABORT_SETTLE_MS, () => giveUp(stopped()))
  }
  signal.addEventListener('abort', onStop, { once: true })
  // A stop that came while the start was being stored has been and gone: no listener hears of it.
  if (signal.aborted) {
    stop()
    onStop()
  }

  const run = async (): Promise<CallOutcome> => {
    try {
      const body = await host.loadBody(spec)
      own.signal.throwIfAborted()
      // The schema has passed already; this fills in defaults.
      const input = spec.input.parse(plan.arguments) as never
      begun = true
      const durable = await body.run(host.capabilityRun(record, own.signal), input)
      return project(body, durable, input)
    } catch (error) {
      if (ended !== null && isAbort(error, own.signal))
        return failureOutcome('failed', timeoutFailure(spec, ended, false))
      if (signal.aborted && (!(error instanceof FailureError) || error.failure.kind === 'aborted')) {
        // A body that was stopped may say what it had done until then.
        return stopped(error instanceof FailureError ? error.failure : null)
      }
      return failureOutcome('failed', toFailure(error, 'execution'))
    }
  }
  try {
    return await Promise.race([run(), abandoned])
  } finally {
    signal.removeEventListener('abort', stop)
    signal.removeEventListener('abort', onStop)
    cancelSettle()
    stopHeartbeat()
    if (limit !== null) host.deadlines.end(limit)
    host.deadlines.end(watchdog)
    host.deadlines.end(grace)
  }
}

/** A body whose projection throws has still run: its raw output is kept and the failure says so. */
function project(body: CapabilityBody, durable: Awaited<ReturnType<CapabilityBody['run']>>, input: never): CallOutcome {
  try {
    const output = durable as never
    return { status: 'ok', model: body.toModel(output, input), client: body.toClient(output, input), durable }
  } catch (error) {
    return { ...failureOutcome('failed', { ...toFailure(error, 'projection'), partialEffect: true }), durable }
  }
}

function beat(host: DoorHost, record: CallRecord): () => void {
  let stop = (): void => {}
  const again = (): void => {
    stop = host.clock.after(HEARTBEAT_MS, () => {
      host.heartbeat(record)
      again()
    })
  }
  again()
  return () => stop()
}

/** A call that names its own time-out keeps it to itself; the host's limit is the longest it may ask for. */
function timeoutOf(spec: CapabilitySpec, plan: PlannedCall): number | null {
  if (spec.timeoutMs === null || spec.timeoutArgument === undefined) return spec.timeoutMs
  const asked = plan.arguments[spec.timeoutArgument]
  return typeof asked === 'number' ? Math.min(asked, spec.timeoutMs) + TOOL_GRACE_MS : spec.timeoutMs
}

/** `ended`: after what it was told to end, as the end of a sentence. */
function timeoutFailure(spec: CapabilitySpec, ended: string, abandoned: boolean): Failure {
  const said = abandoned ? `${spec.name} did not end when it was told to, and was given up` : `${spec.name} was ended`
  return {
    stage: 'execution',
    kind: 'timeout',
    message: `${said} ${ended}.`,
    retryable: true,
    partialEffect: true,
  }
}

function refusal(decision: Decision): CallOutcome {
  const blocked = decision.outcome === 'block'
  return failureOutcome(blocked ? 'blocked' : 'denied', {
    stage: 'authorization',
    kind: blocked ? 'blocked' : decision.noOneToAsk === true ? 'no-one-to-ask' : 'denied',
    message: decision.reason,
    retryable: false,
  })
}

function unavailable(tool: string): Failure {
  return {
    stage: 'discovery',
    kind: 'unavailable',
    message: `${tool} is no longer there. Nothing was run.`,
    retryable: false,
  }
}

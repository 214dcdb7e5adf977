import type { Approval, ApprovalAnswer, HumanAnswer } from '#contracts/approvals.ts'
import type { CapabilityBody, CapabilitySpec, ServiceName } from '#contracts/capability.ts'
import type { CapabilityRun, SessionMemory } from '#contracts/capability-run.ts'
import type { CallOutcome, CallRecord, CallSource, PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { FailureError, type Failure } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Session } from '#contracts/sessions.ts'
import type { Effect } from '#contracts/views.ts'
import { availability, buildActiveSet, type ActiveSet } from './build.ts'
import { Deadlines } from './deadlines.ts'
import { effectiveRisk } from './gate/effective-risk.ts'
import { createGate, type Gate } from './gate/gate.ts'
import { Monitor } from './gate/monitor.ts'
import { invokePlan, type DoorHost } from './invoke.ts'
import { failureOutcome } from './outcome.ts'
import type { Pending } from './pending.ts'
import { planCall, specOf, type Availability } from './plan.ts'
import { createSessionMemory } from './session-memory.ts'
import type { SessionShare } from './session-host.ts'
import { stableToolCallId } from './stable-tool-call-id.ts'
import { absolutePath } from './target.ts'
import { fillWords } from './words.ts'

/** What a run is made from. `session` is read afresh each time. */
export interface RunParts {
  readonly share: SessionShare
  readonly sandbox: Sandbox | null
  readonly sandboxFailure: Failure | null
  readonly pending: Pending
  session(): Session
  update(change: Partial<Pick<Session, 'todos' | 'allowances'>>): Promise<void>
}

/** One session's run: what it can serve, its gate, and the door of each turn. */
export interface SessionRun {
  readonly memory: SessionMemory
  readonly availability: Availability
  readonly monitor: Monitor
  activeSet(): ActiveSet
  door(turnId: string, deadlines: Deadlines): DoorHost
}

/** Builds the run of a session with a person in front of it. */
export function createRun(parts: RunParts): SessionRun {
  const { share, sandbox, pending } = parts
  const { ports } = share
  const services = new Set<ServiceName>(sandbox === null ? ['human'] : ['human', 'sandbox'])
  const served = availability(services)
  const available: Availability = {
    reason: (spec) => {
      const reason = served.reason(spec)
      return reason !== null && parts.sandboxFailure !== null && spec.needs.includes('sandbox')
        ? `${reason} ${parts.sandboxFailure.message}`
        : reason
    },
  }
  const monitor = new Monitor()
  const memory = createSessionMemory(
    () => parts.session().todos,
    (todos) => parts.update({ todos: [...todos] }),
  )

  const gateOf = (
    turnId: string,
    deadlines: Deadlines,
    records: Map<string, CallRecord>,
    run: (record: CallRecord, signal: AbortSignal) => CapabilityRun,
  ): Gate =>
    createGate({
      mode: () => parts.session().mode,
      allowances: () => parts.session().allowances,
      allow: (allowance) =>
        parts.update({
          allowances: [...parts.session().allowances.filter((kept) => kept.key !== allowance.key), allowance],
        }),
      monitor,
      now: () => ports.clock.now(),
      ask: async (plan, decision, scope, signal) => {
        const record = records.get(plan.callId)
        const approval = await describeApproval(
          plan,
          decision,
          scope,
          turnId,
          parts,
          record === undefined ? null : run(record, signal),
        )
        if (record !== undefined) await share.journal.asked(record, approval.id, decision)
        return deadlines.whileAsking<ApprovalAnswer>(() => pending.approval(approval, signal))
      },
    })

  return {
    memory,
    availability: available,
    monitor,
    activeSet: () =>
      buildActiveSet(
        ports.registry.specs,
        ports.registry.groups,
        available,
        parts.session().mode,
        sandbox?.abilities ?? null,
      ),
    door(turnId, deadlines) {
      // Which record a plan belongs to, so that asking can be journalled. Bounded by the turn's call budget.
      const records = new Map<string, CallRecord>()
      let nested = 0
      const capabilityRun = (record: CallRecord, signal: AbortSignal): CapabilityRun => ({
        sessionId: record.taskId,
        turnId,
        callId: record.callId,
        signal,
        clock: ports.clock,
        memory,
        get sandbox(): Sandbox {
          if (sandbox !== null) return sandbox
          throw new FailureError(parts.sandboxFailure ?? NO_SANDBOX)
        },
        ask: (question) =>
          deadlines.whileAsking<HumanAnswer>(() =>
            pending.question(
              {
                ...question,
                id: `question-${record.callId}`,
                sessionId: record.taskId,
                turnId,
                callId: record.callId,
                askedAt: ports.clock.now(),
              },
              signal,
            ),
          ),
        output: (stream, text) =>
          share.emit({ type: 'call-output', sessionId: record.taskId, callId: record.callId, stream, text }),
        heartbeat: () => host.heartbeat(record),
        invoke: (name, args, source) => invokeNested(record, name, args, source, nested++, signal),
      })
      const host: DoorHost = {
        tools: ports.registry,
        gate: gateOf(turnId, deadlines, records, capabilityRun),
        monitor,
        journal: share.journal,
        deadlines,
        clock: ports.clock,
        loadBody: (spec: CapabilitySpec): Promise<CapabilityBody> => ports.loadBody(spec),
        capabilityRun,
        register: (record) => void records.set(record.callId, record),
        heartbeat: (record) =>
          share.emit({ type: 'heartbeat', sessionId: record.taskId, callId: record.callId, at: ports.clock.now() }),
      }
      const invokeNested = async (
        parent: CallRecord,
        name: string,
        args: unknown,
        source: CallSource,
        sequence: number,
        signal: AbortSignal,
      ): Promise<CallOutcome> => {
        const rawArguments = JSON.stringify(args ?? {})
        const id = stableToolCallId({
          sessionId: parent.taskId,
          turnId: `${parent.callId}#${sequence}`,
          step: 0,
          position: sequence,
          name,
          rawArguments,
        })
        const call = { id, providerId: null, name, rawArguments, position: sequence, source }
        const plan = planCall(call, ports.registry, available, memory.cwd)
        const record = share.journal.planned(parent.taskId, turnId, null, call, plan)
        await share.journal.append(record)
        if (plan.status !== 'planned') {
          const outcome = failureOutcome(plan.status, plan.failure)
          await share.journal.settled(record, outcome)
          return outcome
        }
        return invokePlan(record, host, signal)
      }
      return host
    },
  }
}

const NO_SANDBOX: Failure = {
  stage: 'discovery',
  kind: 'unavailable',
  message: 'This run has no sandbox.',
  retryable: false,
}

/** The question as the page shows it: a sentence, the effect, the risk, the reason. */
async function describeApproval(
  plan: PlannedCall,
  decision: Decision,
  scope: string | null,
  turnId: string,
  parts: RunParts,
  run: CapabilityRun | null,
): Promise<Approval> {
  const { share } = parts
  const spec = specOf(share.ports.registry, plan.tool)
  return {
    id: `approval-${plan.callId}`,
    sessionId: parts.session().id,
    turnId,
    callId: plan.callId,
    tool: plan.tool,
    planDigest: plan.digest,
    title: spec === undefined ? `Run ${plan.tool}?` : fillWords(spec.words.ask, plan.arguments),
    effect: await effectOf(plan, spec, run, parts),
    risk: plan.effectiveRisk,
    reason: decision.reason,
    sessionScope: scope,
    askedAt: share.ports.clock.now(),
  }
}

async function effectOf(
  plan: PlannedCall,
  spec: CapabilitySpec | undefined,
  run: CapabilityRun | null,
  parts: RunParts,
): Promise<Effect> {
  const fallback: Effect = { kind: 'arguments', value: plan.arguments }
  if (spec === undefined) return fallback
  if (spec.refine === 'command') {
    const command = plan.arguments[spec.target.kind === 'command' ? spec.target.argument : 'command']
    const named = plan.arguments['cwd']
    const memory = run?.memory
    const cwd = absolutePath(typeof named === 'string' ? named : '.', memory?.cwd ?? '/')
    return {
      kind: 'command',
      command: typeof command === 'string' ? command : '',
      cwd,
      effects: [...effectiveRisk(spec, plan.arguments).effects],
    }
  }
  if (run === null) return fallback
  try {
    const body = await parts.share.ports.loadBody(spec)
    return (await body.preview?.(run, spec.input.parse(plan.arguments) as never)) ?? fallback
  } catch {
    // A preview that fails must not decide anything: the person still sees the exact arguments.
    return fallback
  }
}

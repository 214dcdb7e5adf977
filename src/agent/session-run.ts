import type { Approval } from '#contracts/approvals.ts'
import type { CapabilitySpec, ServiceName } from '#contracts/capability.ts'
import type { CapabilityRun, SessionMemory } from '#contracts/capability-run.ts'
import { isPersonal, type PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { FailureError, isAbort, toFailure, type Failure } from '#contracts/failure.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { isReadOnly } from '#contracts/risk.ts'
import { NOTHING_WATCHED } from '#contracts/run-watch.ts'
import type { StoredMemory } from '#contracts/sessions.ts'
import type { Effect } from '#contracts/views.ts'
import { availability, buildActiveSet, type ActiveSet } from './build.ts'
import { createClientRouter } from './client-router.ts'
import type { Deadlines } from './deadlines.ts'
import { createDoor } from './door.ts'
import { createGate, type Offer } from './gate/gate.ts'
import { Monitor } from './gate/monitor.ts'
import { createSessionRules } from './gate/rules/session-rules.ts'
import type { DoorHost } from './invoke.ts'
import type { Pending } from './pending.ts'
import { specOf, type Availability } from './plan.ts'
import { createSessionControl } from './session-control.ts'
import { createSessionMemory, storedMemory } from './session-memory.ts'
import type { SessionShare } from './session-share.ts'
import type { SessionState } from './session-state.ts'
import { fillWords } from './words.ts'

/** What a run is made from. The state's record is read afresh each time. */
export interface RunParts {
  readonly share: SessionShare
  readonly sandbox: Sandbox | null
  readonly sandboxFailure: Failure | null
  readonly pending: Pending
  readonly state: SessionState
}

/** One session's run: what it can serve, its gate, and the door of each turn. */
export interface SessionRun {
  readonly memory: SessionMemory
  readonly availability: Availability
  readonly monitor: Monitor
  /** What the tools remember now, for the session's record. */
  storedMemory(): StoredMemory
  activeSet(): ActiveSet
  /** `late`: aborted STOP_STORING_MS after a stop, and then nobody waits any longer for files to be stored. */
  door(turnId: string, deadlines: Deadlines, late: AbortSignal): DoorHost
}

/** Builds the run of a session with a person in front of it. */
export function createRun(parts: RunParts): SessionRun {
  const { share, sandbox, pending } = parts
  const { ports } = share
  const services = new Set<ServiceName>(['human', 'client', 'session'])
  if (sandbox !== null) services.add('sandbox')
  if (share.web !== undefined) services.add('web')
  const { workspaceId } = parts.state.record
  const trust = share.workspaceTrust(workspaceId, sandbox)
  // Asked for each call: without the look at what the workspace contributes.
  const verdict = share.workspaceTrust(workspaceId, null)
  services.add('trust')
  const served = availability(services)
  const available: Availability = {
    reason: (spec) => {
      const reason = served.reason(spec)
      return reason !== null && parts.sandboxFailure !== null && spec.needs.includes('sandbox')
        ? `${reason} ${parts.sandboxFailure.message}`
        : reason
    },
  }
  const monitor = new Monitor({
    read: () => parts.state.record.watch ?? NOTHING_WATCHED,
    update: (change) =>
      parts.state.update(({ watch = NOTHING_WATCHED }) => {
        const changed = change(watch)
        return changed === watch ? null : { watch: changed }
      }),
    now: () => ports.clock.now(),
    network: sandbox?.abilities.network ?? false,
    trusted: async () => (await verdict.describe(new AbortController().signal)).trusted,
    arrives: (source) => share.trust.arrived(workspaceId, [source]),
  })
  const rules = createSessionRules({
    rules: share.rules,
    sessionId: parts.state.record.id,
    workspaceId,
    sandbox,
    store: ports.store,
    trust: verdict,
    clock: ports.clock,
    tools: ports.registry,
    emit: share.emit,
  })
  const memory = createSessionMemory(parts.state.record.memory, (todos) => parts.state.update({ todos: [...todos] }))

  return {
    memory,
    availability: available,
    monitor,
    storedMemory: () => storedMemory(memory),
    activeSet: () =>
      buildActiveSet(
        ports.registry.specs,
        ports.registry.groups,
        available,
        parts.state.record.mode,
        sandbox?.abilities ?? null,
      ),
    door: (turnId, deadlines, late) =>
      createDoor({
        turnId,
        tools: ports.registry,
        availability: available,
        grammar: ports.grammar,
        monitor,
        journal: share.journal,
        deadlines,
        clock: ports.clock,
        memory,
        loadBody: (spec) => ports.loadBody(spec),
        services: ({ taskId, call }) => ({
          client: createClientRouter(taskId, isPersonal(call.source), () => share.connected(), share.emit),
          session: createSessionControl(turnId, parts.state, memory, available),
          trust,
          ...(share.web === undefined ? {} : { web: share.web }),
        }),
        emit: share.emit,
        // Not ended by the stop itself: what was written before it stays.
        flush: async () => await sandbox?.flush(late),
        sandbox: () => {
          if (sandbox !== null) return sandbox
          throw new FailureError(parts.sandboxFailure ?? NO_SANDBOX)
        },
        // Headless: nobody is there, whatever the mode was when the turn began.
        ask: async (question, signal) =>
          parts.state.record.mode === 'headless' ? { kind: 'no-one' } : await pending.question(question, signal),
        gate: (recordOf, runOf, callersOf) =>
          createGate({
            mode: () => parts.state.record.mode,
            allowances: () => parts.state.record.allowances,
            allow: (allowance) => {
              return parts.state.update(({ allowances }) => ({
                allowances: [...allowances.filter((kept) => kept.key !== allowance.key), allowance],
              }))
            },
            rules,
            monitor,
            now: () => ports.clock.now(),
            targetState: async (plan, signal) => {
              if (sandbox === null || plan.target.kind !== 'path' || isReadOnly(plan.effectiveRisk)) return ''
              try {
                return (await sandbox.read(plan.target.value, signal)).revision
              } catch (error) {
                if (isAbort(error, signal)) throw error
                // Not there, a folder, out of bounds: that is a state, too, and the body says what is wrong with it.
                return `(${toFailure(error, 'execution').kind})`
              }
            },
            ask: async (plan, decision, offer, signal) => {
              const record = recordOf(plan.callId)
              const run = record === undefined ? null : runOf(record, signal)
              const approval = {
                ...(await describeApproval(plan, decision, offer, turnId, parts, run)),
                ...(record === undefined ? {} : { position: record.position }),
              }
              // With what the call would start from: a reload must ask about, and run, the same thing.
              await parts.state.update({ memory: storedMemory(memory) })
              // Stopped meanwhile, it may have been settled already.
              signal.throwIfAborted()
              if (record !== undefined) await share.journal.asked(record, approval, decision)
              return deadlines.whileAsking(callersOf(plan.callId), () => pending.approval(approval, signal))
            },
          }),
      }),
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
  offer: Offer,
  turnId: string,
  parts: RunParts,
  run: CapabilityRun | null,
): Promise<Approval> {
  const { share } = parts
  const spec = specOf(share.ports.registry, plan.tool)
  const effect = await effectOf(plan, spec, run, parts, offer.analysis.effects)
  return {
    id: `approval-${plan.callId}`,
    sessionId: parts.state.record.id,
    turnId,
    callId: plan.callId,
    tool: plan.tool,
    planDigest: plan.digest,
    title: spec === undefined ? `Run ${plan.tool}?` : fillWords(spec.words.ask, shownArguments(spec, plan)),
    effect,
    risk: decision.effectiveRisk ?? plan.effectiveRisk,
    reason: decision.reason,
    // What will fail shows nothing that a lasting permission could be given on.
    ...(effect.kind === 'fails'
      ? { sessionScope: null, ruleWords: null, unoffered: 'Only once: as things stand it will fail.' }
      : {
          sessionScope: offer.scope,
          ruleWords: offer.rule,
          ...(offer.unoffered === null ? {} : { unoffered: offer.unoffered }),
        }),
    askedAt: share.ports.clock.now(),
  }
}

/** The arguments for a sentence: a path as what it comes to, so that `src/../b.txt` is not shown as lying in `src`. */
function shownArguments(spec: CapabilitySpec, { target, arguments: args }: PlannedCall): JsonObject {
  return spec.target.kind === 'path' && target.kind === 'path' && Object.hasOwn(args, spec.target.argument)
    ? { ...args, [spec.target.argument]: target.value }
    : args
}

/** What the body itself says it would do, with what the gate read from a command's words. */
async function effectOf(
  plan: PlannedCall,
  spec: CapabilitySpec | undefined,
  run: CapabilityRun | null,
  parts: RunParts,
  effects: readonly string[],
): Promise<Effect> {
  const fallback: Effect = { kind: 'arguments', value: plan.arguments }
  if (spec === undefined || run === null) return fallback
  try {
    const body = await parts.share.ports.loadBody(spec)
    const effect = await body.preview?.(run, spec.input.parse(plan.arguments) as never)
    if (effect === undefined) return fallback
    if (effect.kind !== 'command') return effect
    return { ...effect, effects: [...effects, ...effect.effects] }
  } catch {
    // A preview that fails must not decide anything: the person still sees the exact arguments.
    return fallback
  }
}

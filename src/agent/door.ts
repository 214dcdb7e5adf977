import type { HumanAnswer, HumanQuestion } from '#contracts/approvals.ts'
import type { CapabilityBody, CapabilitySpec } from '#contracts/capability.ts'
import type { CapabilityRun, SessionMemory } from '#contracts/capability-run.ts'
import type { CallOutcome, CallRecord, NestedSource } from '#contracts/calls.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { isJson } from '#contracts/json.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { Deadlines } from './deadlines.ts'
import type { Gate } from './gate/gate.ts'
import type { Monitor } from './gate/monitor.ts'
import { invokePlan, type DoorHost } from './invoke.ts'
import type { Journal } from './journal.ts'
import { loadGrammarFor, planCall, type Availability, type ToolTable } from './plan.ts'
import { redirectCheck } from './redirect-check.ts'
import { stableToolCallId } from './stable-tool-call-id.ts'

/** Stands for arguments of a body's call that cannot be written down; the planner refuses it like any other broken text. */
const NOT_JSON = '(no JSON value)'

/** What a door is built from: one run's services. */
export interface DoorParts {
  readonly turnId: string
  readonly tools: ToolTable
  readonly availability: Availability
  readonly grammar: ShellGrammar
  readonly monitor: Monitor
  readonly journal: Journal
  readonly deadlines: Deadlines
  readonly clock: Clock
  readonly memory: SessionMemory
  loadBody(spec: CapabilitySpec): Promise<CapabilityBody>
  /** What the run offers to this call besides files and questions; nothing where it is left out. */
  services?(record: CallRecord): Pick<CapabilityRun, 'client' | 'session' | 'trust' | 'web'>
  emit(event: RuntimeEvent): void
  /** Makes written files durable (see `Sandbox.flush`). */
  flush(): Promise<void>
  /** Throws `FailureError` (`unavailable`) where the run has none. */
  sandbox(): Sandbox
  /** Asks the person; `no-one` where nobody is there. The door stops the clocks meanwhile. */
  ask(question: HumanQuestion, signal: AbortSignal): Promise<HumanAnswer>
  /**
   * The gate of the run. It may look at the record and at what its body would see, to describe what it asks.
   * `callersOf`: a call and those that it was made in.
   */
  gate(
    recordOf: (callId: string) => CallRecord | undefined,
    runOf: DoorHost['capabilityRun'],
    callersOf: (callId: string) => string[],
  ): Gate
}

/**
 * The door of one turn, and behind it what each body sees. A body's own `invoke` comes back to the same
 * door: planned, gated and journalled like any other call, under an id made from its parent's.
 */
export function createDoor(parts: DoorParts): DoorHost {
  const { turnId, clock, memory, journal, emit } = parts
  // Which record a plan belongs to, so that asking can be journalled. The turn's budget bounds the model's calls.
  const records = new Map<string, CallRecord>()
  const children = new Map<string, number>()

  const callersOf = (callId: string): string[] => {
    const chain: string[] = []
    for (let at: string | undefined = callId; at !== undefined; at = records.get(at)?.parentId) chain.push(at)
    return chain
  }

  const alive = ({ callId }: CallRecord): void => parts.deadlines.alive(callersOf(callId))

  /** What the run offers to one call. Where its pages redirect is the gate's to say, not the body's. */
  const services = (record: CallRecord): ReturnType<NonNullable<DoorParts['services']>> => {
    const offered = parts.services?.(record) ?? {}
    const { web } = offered
    if (web === undefined) return offered
    const mayLead = redirectCheck(record, host)
    return { ...offered, web: { ...web, read: (url, until) => web.read(url, until, mayLead) } }
  }

  const capabilityRun = (record: CallRecord, signal: AbortSignal): CapabilityRun => ({
    sessionId: record.taskId,
    turnId,
    callId: record.callId,
    signal,
    clock,
    memory,
    ...services(record),
    get sandbox(): Sandbox {
      return parts.sandbox()
    },
    ask: async (question) => {
      const { taskId: sessionId, callId } = record
      const whole = { ...question, id: `question-${callId}`, sessionId, turnId, callId, askedAt: clock.now() }
      const answer = await parts.deadlines.whileAsking(callersOf(callId), () => parts.ask(whole, signal))
      alive(record)
      return answer
    },
    output: (stream, text) => {
      emit({ type: 'call-output', sessionId: record.taskId, callId: record.callId, stream, text })
      alive(record)
    },
    heartbeat: () => host.heartbeat(record),
    invoke: (name, args, source) => invokeNested(record, name, args, source, signal),
  })

  const host: DoorHost = {
    tools: parts.tools,
    availability: parts.availability,
    grammar: parts.grammar,
    cwd: () => memory.cwd,
    gate: parts.gate((callId) => records.get(callId), capabilityRun, callersOf),
    monitor: parts.monitor,
    journal,
    deadlines: parts.deadlines,
    clock,
    loadBody: (spec) => parts.loadBody(spec),
    capabilityRun,
    register: (record) => void records.set(record.callId, record),
    flush: () => parts.flush(),
    heartbeat: (record) => {
      emit({ type: 'heartbeat', sessionId: record.taskId, callId: record.callId, at: clock.now() })
      alive(record)
    },
  }

  const invokeNested = async (
    parent: CallRecord,
    name: string,
    args: unknown,
    source: NestedSource,
    signal: AbortSignal,
  ): Promise<CallOutcome> => {
    alive(parent)
    const position = children.get(parent.callId) ?? 0
    children.set(parent.callId, position + 1)
    const given = args ?? {}
    const rawArguments = isJson(given) ? JSON.stringify(given) : NOT_JSON
    const place = { sessionId: parent.taskId, turnId: parent.callId, step: 0, position }
    const id = stableToolCallId({ ...place, name, rawArguments })
    const call = { id, providerId: null, name, rawArguments, position, source }
    await loadGrammarFor([name], parts.tools, parts.grammar)
    const plan = planCall(call, parts.tools, parts.availability, memory.cwd, parts.grammar)
    const record = { ...journal.planned(parent.taskId, turnId, null, call, plan), parentId: parent.callId }
    await journal.append(record)
    const outcome = await invokePlan(record, host, signal)
    alive(parent)
    return outcome
  }
  return host
}

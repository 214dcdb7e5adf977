import { analysisOf } from '#agent/gate/rules/analysis-of.ts'
import { invokePlan } from '#agent/invoke.ts'
import { loadGrammarFor, planCall, specOf } from '#agent/plan.ts'
import { stableToolCallId } from '#agent/stable-tool-call-id.ts'
import { plainAnalysis, type CallAnalysis } from '#contracts/call-analysis.ts'
import type { CallOutcome, CallRecord, FinalizedCall, Plan, PlannedCall } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import { toFailure } from '#contracts/failure.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Mode } from '#contracts/risk.ts'
import { ALIASES } from '#tools/aliases.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { systemClock } from '#world/clock.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'
import { readCallLine } from './call-line.ts'
import { createRunHost } from './run-host.ts'

/** How `probe call` was asked to work. */
export interface CallProbeOptions {
  readonly mode: Mode
  /** Decide, and touch nothing. */
  readonly dryRun: boolean
  /** Answer every question of the gate with yes. */
  readonly approve: boolean
}

/** The answer to one line. `decision` is the gate's before any person; `result` is there only where the call ran. */
export interface CallProbe {
  readonly tool: string
  readonly plan: { readonly status: Plan['status']; readonly stage?: string; readonly reason?: string }
  readonly decision: Pick<Decision, 'outcome' | 'declaredRisk' | 'effectiveRisk' | 'rung' | 'rule' | 'reason'> & {
    /** Of a command that may do something: what, and the part of it that decided. */
    readonly effects?: readonly string[]
    readonly decidedBy?: string
    /** With `--dry-run`: each rung that was looked at, in order, with what it said. */
    readonly trail?: Decision['trail']
  }
  /** With `--dry-run`, of a planned call: what it acts on, and what the gate read from its arguments. */
  readonly target?: PlannedCall['target']
  readonly analysis?: CallAnalysis
  readonly result?: Pick<CallOutcome, 'status' | 'model' | 'client' | 'durable'>
}

/** A run over one workspace in memory, line by line. */
export interface CallProber {
  /** Never throws for what is in the line. */
  line(text: string): Promise<CallProbe>
  close(): Promise<void>
}

const TASK = 'probe'
const NOT_REACHED: CallProbe['decision'] = {
  outcome: 'none',
  declaredRisk: null,
  effectiveRisk: null,
  rung: 'none',
  reason: 'The call never reached the gate.',
}

/** The real registry, planner, gate, journal and bodies over an embedded sandbox and a store in memory. */
export function createCallProber(options: CallProbeOptions): CallProber {
  const clock = systemClock()
  const { store } = memoryStorage('The command line keeps nothing.')
  const registry = createRegistry(GROUPS, ALIASES)
  let sandbox: Sandbox | null = null
  const host = createRunHost({
    taskId: TASK,
    registry,
    loadBody: createBodyLoader(BODIES, GROUPS),
    store,
    clock,
    mode: options.mode,
    approve: options.approve,
    sandbox: () => sandbox,
    emit: () => {},
  })
  const open = (): Promise<Sandbox> =>
    createSandbox('embedded', {
      workspaceId: TASK,
      store: null,
      clock,
      spawnShell: spawnInProcessShell,
      onStorageFailure: () => {},
    })
  let lines = 0

  const run = async (call: FinalizedCall, plan: PlannedCall): Promise<CallRecord> => {
    const turnId = `line-${lines}`
    const record = host.journal.planned(TASK, turnId, null, call, plan)
    await host.journal.append(record)
    sandbox ??= await open()
    await invokePlan(record, host.door, new AbortController().signal)
    return record
  }

  return {
    async line(text) {
      lines += 1
      const read = readCallLine(text)
      if ('reason' in read) return refusedLine(read.reason, read.tool)
      const { tool: name, rawArguments } = read
      const id = stableToolCallId({
        sessionId: TASK,
        turnId: `line-${lines}`,
        step: lines,
        position: 0,
        name,
        rawArguments,
      })
      const call: FinalizedCall = { id, providerId: null, name, rawArguments, position: 0, source: 'probe' }
      let plan: Plan
      try {
        await loadGrammarFor([name], registry, host.door.grammar)
        plan = planCall(call, registry, host.available, host.memory.cwd, host.door.grammar)
      } catch (error) {
        return refusedLine(`The call could not be planned: ${toFailure(error, 'parameters').message}.`, name)
      }
      if (plan.status !== 'planned') {
        const { stage, message } = plan.failure
        return { tool: plan.tool, plan: { status: plan.status, stage, reason: message }, decision: NOT_REACHED }
      }
      const spec = specOf(registry, plan.tool)
      const analysis =
        spec === undefined ? plainAnalysis(plan.effectiveRisk) : analysisOf(spec, plan, host.door.grammar)
      const decision = host.gate.preview(plan, analysis)
      const answer: CallProbe = { tool: plan.tool, plan: { status: 'planned' }, decision: shown(decision, analysis) }
      if (options.dryRun) {
        const decided = { ...answer.decision, trail: decision.trail }
        return { ...answer, decision: decided, target: plan.target, analysis }
      }
      const { startedAt, outcome } = await run(call, plan)
      if (startedAt === undefined || outcome === undefined) return answer
      const { status, model, client, durable } = outcome
      return { ...answer, result: { status, model, client, durable } }
    },
    async close() {
      await sandbox?.close()
    },
  }
}

/** The answer to a line that is no call. */
export function refusedLine(reason: string, tool = ''): CallProbe {
  return { tool, plan: { status: 'invalid', stage: 'parameters', reason }, decision: NOT_REACHED }
}

function shown(
  { outcome, declaredRisk, effectiveRisk, rung, rule, reason }: Decision,
  { effects, decidedBy }: CallAnalysis,
): CallProbe['decision'] {
  return {
    outcome,
    declaredRisk,
    effectiveRisk,
    rung,
    ...(rule === undefined ? {} : { rule }),
    reason,
    ...(decidedBy === '' ? {} : { effects, decidedBy }),
  }
}

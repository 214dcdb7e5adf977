import { z } from './zod.ts'
import { CallSource, CallState, OutcomeStatus } from './calls.ts'
import { Decision } from './decisions.ts'
import { FailureKind, FailureStage } from './failure.ts'
import { INSPECT_LINE_CHARS, INSPECT_ROWS, INSPECT_SLICE_CHARS } from './limits.ts'
import { ModelRef, Usage } from './models.ts'
import { Mode, RiskClass } from './risk.ts'
import { WatchEntries } from './run-watch.ts'

/** Part of a text. `chars` is the length of the whole, `from` where this part begins, `next` where the one behind it does. */
export const TextSlice = z.object({
  text: z.string().max(INSPECT_SLICE_CHARS),
  from: z.number().int().nonnegative(),
  chars: z.number().int().nonnegative(),
  /** Null where this is the end. */
  next: z.number().int().nullable(),
})
export type TextSlice = z.infer<typeof TextSlice>

/** Which text of a call a slice is of: its arguments as they came, in canonical form, or one projection of its result. */
export const CallText = z.enum(['raw', 'canonical', 'client', 'model', 'durable'])
export type CallText = z.infer<typeof CallText>

/** The three projections of a result (spec RS1), in the order in which the inspector shows them. */
export const ProjectionName = CallText.extract(['client', 'model', 'durable'])
export type ProjectionName = z.infer<typeof ProjectionName>

/** What a slice is cut from. */
export const SliceOf = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), callId: z.string().max(100), text: CallText }),
  z.object({ kind: z.literal('schema'), tool: z.string().max(200) }),
  z.object({ kind: z.literal('system') }),
])
export type SliceOf = z.infer<typeof SliceOf>

/**
 * Why the model sees a tool now, or does not (spec GT11). `active`: it is described to the model. `person`: only
 * what a person types calls it. `unavailable`: this run lacks what it needs. `unknown`: nothing of that name is
 * registered. `elsewhere`: another tab writes the session, and only that one can say.
 */
export const Standing = z.object({
  state: z.enum(['active', 'person', 'unavailable', 'unknown', 'elsewhere']),
  /** The group that registered it; null where none did. */
  group: z.string().nullable(),
  /** One sentence. */
  reason: z.string(),
})
export type Standing = z.infer<typeof Standing>

/** One line of the list of calls. */
export const InspectedRow = z.object({
  callId: z.string(),
  /** The call inside which it was made, where it was. */
  parentId: z.string().nullable(),
  tool: z.string(),
  words: z.string().max(INSPECT_LINE_CHARS),
  source: CallSource,
  state: CallState,
  status: OutcomeStatus.nullable(),
  /** What came of it in a few words: "80 lines", "exit 1". '' where there is no result. */
  summary: z.string().max(INSPECT_LINE_CHARS),
  /** How the command of a shell ended, null where it has no code; left out for every other call. */
  exitCode: z.number().int().nullable().optional(),
  plannedAt: z.number(),
  startedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
})
export type InspectedRow = z.infer<typeof InspectedRow>

/** What a list of calls may be narrowed to: how they ended, or that they have not. */
export const CALL_FILTERS = ['open', 'ok', 'failed', 'refused', 'not-valid', 'stopped'] as const
export const CallFilterState = z.enum(CALL_FILTERS)
export type CallFilterState = z.infer<typeof CallFilterState>

/** Which calls to list. `text` is looked for in the words, the name, the id and the arguments, whatever its case. */
export const CallFilter = z.object({
  text: z.string().max(500),
  tool: z.string().max(200).nullable(),
  state: CallFilterState.nullable(),
})
export type CallFilter = z.infer<typeof CallFilter>

/** Calls, oldest first, those inside another right behind it. */
export const InspectedCalls = z.object({
  rows: z.array(InspectedRow).max(INSPECT_ROWS * 2),
  /** Where to go on looking for older ones; null where there are none. */
  beforeSeq: z.number().int().nullable(),
  /** Every name that was called in what was looked at, for the filter. */
  tools: z.array(z.string()),
})
export type InspectedCalls = z.infer<typeof InspectedCalls>

/** What the gate reads from a call's arguments, as it reads them now. */
export const InspectedAnalysis = z.object({
  risk: RiskClass,
  reason: z.string(),
  effects: z.array(z.string()),
  decidedBy: z.string(),
  /** Null where some of it cannot be resolved, or where it is no command. */
  commands: z.array(z.array(z.string())).nullable(),
  origins: z.array(z.string()),
})
export type InspectedAnalysis = z.infer<typeof InspectedAnalysis>

/** What kept a call from being planned, or from ending well. `detail` is JSON text: closest names, the failing path. */
export const InspectedFailure = z.object({
  stage: FailureStage,
  kind: FailureKind,
  message: z.string(),
  retryable: z.boolean(),
  partialEffect: z.boolean(),
  /** What would have been valid, one thing a line. */
  valid: z.array(z.string()),
})
export type InspectedFailure = z.infer<typeof InspectedFailure>

/** A plan as it stands in the journal. */
export const InspectedPlan = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('planned'),
    /** The name as it was written, where it was an alias. */
    calledAs: z.string().nullable(),
    canonical: TextSlice,
    target: z.object({ kind: z.enum(['none', 'path', 'command', 'address']), value: z.string() }),
    declaredRisk: RiskClass,
    effectiveRisk: RiskClass,
    digest: z.string(),
    /** Null where the tool is no longer registered. */
    analysis: InspectedAnalysis.nullable(),
  }),
  z.object({ status: z.enum(['invalid', 'unavailable', 'blocked']), failure: InspectedFailure }),
])
export type InspectedPlan = z.infer<typeof InspectedPlan>

/** One projection of a result. Pixels and other binary parts are counted in `binary` and named in the text, never in it. */
export const Projection = z.object({
  name: ProjectionName,
  head: TextSlice,
  /** UTF-8 bytes of the text. */
  bytes: z.number().int(),
  /** About how many a model would count; pictures are not in it. */
  tokens: z.number().int(),
  binary: z.array(z.object({ what: z.string(), bytes: z.number().int() })),
})
export type Projection = z.infer<typeof Projection>

/** When a call reached each state: milliseconds since the epoch, null for what it never reached or what is not kept. */
export const Timings = z.object({
  plannedAt: z.number(),
  /** When a person was asked: by the gate, or by a tool whose question waits. */
  askedAt: z.number().nullable(),
  /** When the gate's last word was: where a person was asked, the answer. */
  decidedAt: z.number().nullable(),
  startedAt: z.number().nullable(),
  settledAt: z.number().nullable(),
})
export type Timings = z.infer<typeof Timings>

/** A call with everything that can be said of it (spec GT11). Texts are heads; `inspect.slice` brings the rest. */
export const InspectedCall = z.object({
  row: InspectedRow,
  turnId: z.string(),
  messageSeq: z.number().int().nullable(),
  position: z.number().int(),
  /** What the provider called it. */
  providerId: z.string().nullable(),
  standing: Standing,
  raw: TextSlice,
  plan: InspectedPlan,
  decision: Decision.nullable(),
  /** True where a person's answer settled it, or is waited for. */
  asksPerson: z.boolean(),
  /** The question that waits, as a sentence. */
  question: z.string().nullable(),
  timings: Timings,
  outcome: z.object({ status: OutcomeStatus, failure: InspectedFailure.nullable() }).nullable(),
  projections: z.array(Projection),
  /** Those that it made, oldest first. */
  nested: z.array(InspectedRow),
})
export type InspectedCall = z.infer<typeof InspectedCall>

/** What the gate would say now of a call's plan, made anew and not run. */
export const DryRun = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('decided'),
    decision: Decision,
    mode: Mode,
    /** In words, where the plan of today is not the one of then: another target, another class. */
    changed: z.string(),
  }),
  /** There is nothing to decide; why, in a sentence. */
  z.object({ kind: z.literal('no-plan'), reason: z.string() }),
])
export type DryRun = z.infer<typeof DryRun>

/** A registered tool in the list. */
export const ToolRow = z.object({ name: z.string(), risk: RiskClass, standing: Standing, calls: z.number().int() })
export type ToolRow = z.infer<typeof ToolRow>

/** A registered tool as its spec says it. */
export const InspectedTool = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  standing: Standing,
  description: z.string(),
  risk: RiskClass,
  /** Its class is refined from the arguments of each call. */
  refined: z.boolean(),
  concurrency: z.enum(['parallel', 'serial', 'process', 'alone']),
  needs: z.array(z.object({ service: z.string(), there: z.boolean().nullable() })),
  /** Milliseconds; null for those that wait for a person. */
  timeoutMs: z.number().nullable(),
  /** Where it stands among the tools that the model is told of, from 1; null where it is not. */
  place: z.number().int().nullable(),
  /** About what its description and schema cost in each request. */
  tokens: z.number().int(),
  schema: TextSlice,
  /** How its calls in this session ended; calls that have not are under `open`. */
  calls: z.record(CallFilterState, z.number().int()),
})
export type InspectedTool = z.infer<typeof InspectedTool>

/** What the model is told with its next request, and what the last one cost. */
export const InspectedRun = z.object({
  mode: Mode,
  model: ModelRef.nullable(),
  /** The riskiest class that has run in the session. */
  observedRisk: RiskClass,
  /** What the monitor knows of the context: text that nobody here wrote, and private data. */
  entered: WatchEntries,
  privateReads: WatchEntries,
  system: z.object({ head: TextSlice, tokens: z.number().int() }),
  tools: z.array(z.object({ name: z.string(), tokens: z.number().int() })),
  messages: z.object({
    count: z.number().int(),
    chars: z.number().int(),
    tokens: z.number().int(),
    images: z.number().int(),
  }),
  /** As the provider counted it after the last request; null before the first. */
  contextTokens: z.number().int().nullable(),
  last: z
    .object({
      at: z.number(),
      model: ModelRef,
      finish: z.string(),
      durationMs: z.number(),
      usage: Usage,
    })
    .nullable(),
})
export type InspectedRun = z.infer<typeof InspectedRun>

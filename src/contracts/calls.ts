import { z } from './zod.ts'
import { Decision } from './decisions.ts'
import { Failure } from './failure.ts'
import { JsonObject, JsonValue } from './json.ts'
import { RiskClass } from './risk.ts'
import { ClientView, ModelContent } from './views.ts'

/** Who asked for a call (spec PL1). All of them meet at `run.invoke`. */
export const CallSource = z.enum(['provider', 'code', 'native-intent', 'slash-command', 'mcp-host', 'subtask', 'probe'])
export type CallSource = z.infer<typeof CallSource>

/** What a person types himself: a native intent or a slash command, each a call of its own, never a model's. */
export const PersonalSource = CallSource.extract(['native-intent', 'slash-command'])
export type PersonalSource = z.infer<typeof PersonalSource>

/** Who makes a call inside another: never a provider, and never in a person's name. */
export const NestedSource = CallSource.exclude(['provider', ...PersonalSource.options])
export type NestedSource = z.infer<typeof NestedSource>

/** True for a call that a person typed. */
export function isPersonal(source: CallSource): source is PersonalSource {
  return PersonalSource.safeParse(source).success
}

/** A wire name or call id that every provider accepts. */
export const WIRE_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

/**
 * A call that a provider has finalized (spec PV2): complete, closed and safe to plan. `id` is ours
 * (`stableToolCallId`), used everywhere; `providerId` is what the provider called it, only for echo.
 * `rawArguments` is the text exactly as it came.
 */
export const FinalizedCall = z.object({
  id: z.string().regex(WIRE_NAME),
  providerId: z.string().nullable(),
  name: z.string(),
  rawArguments: z.string(),
  position: z.number().int().nonnegative(),
  source: CallSource,
  /** What the provider wants back beside the call (a thought signature), verbatim. */
  echo: JsonValue.optional(),
})
export type FinalizedCall = z.infer<typeof FinalizedCall>

/** A call that came from a provider but must never run: cut, malformed, after a broken stream. */
export const RefusedCall = FinalizedCall.extend({ failure: Failure })
export type RefusedCall = z.infer<typeof RefusedCall>

/** A planned call (spec PL1): what will be done if the gate lets it. Immutable; an approval is bound to its digest. */
export const PlannedCall = z.object({
  status: z.literal('planned'),
  callId: z.string(),
  source: CallSource,
  /** Wire name after aliases are resolved. */
  tool: z.string(),
  /** The name as the caller wrote it, where it was an alias. */
  calledAs: z.string().optional(),
  group: z.string(),
  arguments: JsonObject,
  /** Key-sorted JSON of `arguments`. */
  canonicalArguments: z.string(),
  /**
   * What the call acts on, in words and as a key: a path, a command, an address. Of a command also the absolute folder
   * that it starts in, where that is not the root of the workspace, and the SHA-256 (hex) of what it is fed with.
   */
  target: z.object({
    kind: z.enum(['none', 'path', 'command', 'address']),
    value: z.string(),
    cwd: z.string().optional(),
    stdin: z.string().optional(),
  }),
  declaredRisk: RiskClass,
  effectiveRisk: RiskClass,
  /** SHA-256 (hex) over tool, canonical arguments, target and effective risk. Approvals name it. */
  digest: z.string(),
})
export type PlannedCall = z.infer<typeof PlannedCall>

/** A plan that failed before the gate; it never falls back to another path (spec PL3). */
export const FailedPlan = z.object({
  status: z.enum(['invalid', 'unavailable', 'blocked']),
  callId: z.string(),
  source: CallSource,
  tool: z.string(),
  failure: Failure,
})
export type FailedPlan = z.infer<typeof FailedPlan>

export const Plan = z.discriminatedUnion('status', [PlannedCall, FailedPlan])
export type Plan = z.infer<typeof Plan>

/** The ways in which a call can end. Every call ends in exactly one (design, section 3). */
export const OutcomeStatus = z.enum([
  'ok',
  'failed',
  'invalid',
  'unavailable',
  'blocked',
  'denied',
  'cancelled',
  'unknown',
])
export type OutcomeStatus = z.infer<typeof OutcomeStatus>

/** How a call ended, in its three projections (spec RS1). `durable` is the raw output; it is kept whole. */
export const CallOutcome = z.object({
  status: OutcomeStatus,
  failure: Failure.optional(),
  model: ModelContent,
  client: ClientView,
  durable: JsonValue,
})
export type CallOutcome = z.infer<typeof CallOutcome>

/** Journal states (design, section 3). They only ever move forward. */
export const CallState = z.enum(['planned', 'asked', 'started', 'settled'])
export type CallState = z.infer<typeof CallState>

/**
 * One call in the journal: key `[taskId, callId]` in the store `calls`. `taskId` is the session's id
 * (a subtask has one of its own). Times are milliseconds since the epoch.
 */
export const CallRecord = z.object({
  taskId: z.string(),
  callId: z.string(),
  turnId: z.string(),
  /** The message that holds the call: the agent's, or the person's own where he typed it; null for one inside another call. */
  messageSeq: z.number().int().nullable(),
  /** The call that made this one, where one did. */
  parentId: z.string().optional(),
  position: z.number().int(),
  call: FinalizedCall,
  plan: Plan,
  state: CallState,
  approvalId: z.string().optional(),
  decision: Decision.optional(),
  outcome: CallOutcome.optional(),
  plannedAt: z.number(),
  /** When a person was last asked about it. */
  askedAt: z.number().optional(),
  startedAt: z.number().optional(),
  settledAt: z.number().optional(),
})
export type CallRecord = z.infer<typeof CallRecord>

/** What the page gets of a call: the record without its raw output. */
export const CallView = z.object({
  sessionId: z.string(),
  callId: z.string(),
  turnId: z.string(),
  messageSeq: z.number().int().nullable(),
  position: z.number().int(),
  tool: z.string(),
  /** In words, for the line: "Read src/app.ts". */
  words: z.string(),
  source: CallSource,
  state: CallState,
  rawArguments: z.string(),
  declaredRisk: RiskClass.nullable(),
  effectiveRisk: RiskClass.nullable(),
  decision: Decision.optional(),
  status: OutcomeStatus.optional(),
  failure: Failure.optional(),
  client: ClientView.optional(),
  plannedAt: z.number(),
  startedAt: z.number().optional(),
  settledAt: z.number().optional(),
})
export type CallView = z.infer<typeof CallView>

import { z } from './zod.ts'
import { RiskClass } from './risk.ts'
import { RuleReach } from './rules.ts'
import { Effect } from './views.ts'

/**
 * A waiting question of the gate (spec GT5). Bound to one plan by `planDigest`; an answer that names
 * another digest is refused. Stored, so that it waits again after a reload.
 */
export const Approval = z.object({
  id: z.string(),
  sessionId: z.string(),
  turnId: z.string(),
  callId: z.string(),
  tool: z.string(),
  /** The call's place in its answer; several that wait are shown in this order. */
  position: z.number().int().optional(),
  planDigest: z.string(),
  /** A whole sentence: "Run `npm test` in /workspace?" */
  title: z.string(),
  effect: Effect,
  risk: RiskClass,
  reason: z.string(),
  /** What "allow for this session" would cover, in words; null where it is not offered. */
  sessionScope: z.string().nullable(),
  /** The rule that "always allow" would make, in words; null where none is offered, left out where it was asked before rules were. */
  ruleWords: z.string().nullable().optional(),
  /** Why one of the two is not offered, or neither, as one short sentence; left out where both are. */
  unoffered: z.string().optional(),
  askedAt: z.number(),
})
export type Approval = z.infer<typeof Approval>

export const ApprovalAnswer = z.object({
  verdict: z.enum(['allow-once', 'allow-session', 'allow-rule', 'deny']),
  planDigest: z.string(),
  /** With `allow-rule`: how far the rule goes. Left out: `NARROWEST`. */
  reach: RuleReach.optional(),
  /** For the model, with a denial. */
  reason: z.string().max(2_000).optional(),
})
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>

/** A question that a tool asks the person: `ask_user_question` or `confirm` (spec GT10). */
export const HumanQuestion = z.object({
  id: z.string(),
  sessionId: z.string(),
  turnId: z.string(),
  callId: z.string(),
  kind: z.enum(['question', 'confirm']),
  question: z.string(),
  /** Empty means free text. */
  options: z.array(z.object({ label: z.string(), description: z.string().optional() })),
  allowsSeveral: z.boolean(),
  /** Only for `confirm`. */
  confirm: z.object({ target: z.string(), scope: z.string(), consequence: z.string() }).optional(),
  askedAt: z.number(),
})
export type HumanQuestion = z.infer<typeof HumanQuestion>

export const HumanAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), labels: z.array(z.string()).min(1) }),
  z.object({ kind: z.literal('text'), text: z.string().min(1).max(20_000) }),
  z.object({ kind: z.literal('confirmed') }),
  z.object({ kind: z.literal('declined'), reason: z.string().max(2_000).optional() }),
  /** Nobody is there to answer (headless, a subtask). Never sent by the page. */
  z.object({ kind: z.literal('no-one') }),
])
export type HumanAnswer = z.infer<typeof HumanAnswer>

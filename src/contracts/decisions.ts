import { z } from './zod.ts'
import { RiskClass } from './risk.ts'

/** The rung of the ladder that settled a decision (spec GT2). `fast-path` is read-only-local. */
export const Rung = z.enum([
  'none',
  'fail-closed',
  'outbound',
  'fast-path',
  'rule',
  'mode',
  'trust',
  'command-safety',
  'session-allowance',
  'ask',
  'monitor',
])
export type Rung = z.infer<typeof Rung>

/**
 * What the gate said of one call, and why (spec GT11). `ask` is only ever the answer of a dry run;
 * a real one ends as `run` or `deny`. `none` means that the call never reached the gate.
 */
export const Decision = z.object({
  outcome: z.enum(['run', 'ask', 'block', 'deny', 'none']),
  declaredRisk: RiskClass.nullable(),
  effectiveRisk: RiskClass.nullable(),
  rung: Rung,
  /** The rule that settled it: its id, a space, what it says. For a session allowance, its scope. */
  rule: z.string().optional(),
  reason: z.string(),
  /** It was denied because a person would have to be asked, and nobody is there. */
  noOneToAsk: z.literal(true).optional(),
  /** Where a person was asked: the state of what it acts on as it was shown to them (a file's revision; '' for none). */
  targetState: z.string().optional(),
  /** Each rung that was looked at, in order, with what it said in words; the last one settled it. */
  trail: z.array(z.object({ rung: Rung, verdict: z.string() })),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type Decision = z.infer<typeof Decision>

import { z } from 'zod'
import { RiskClass } from './risk.ts'

/** The rung of the ladder that settled a decision (spec GT2). `fast-path` is read-only-local. */
export const Rung = z.enum([
  'none',
  'fail-closed',
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
  rule: z.string().optional(),
  reason: z.string(),
  /** Each rung that was passed on the way, in order. */
  trail: z.array(z.object({ rung: Rung, verdict: z.string() })),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type Decision = z.infer<typeof Decision>

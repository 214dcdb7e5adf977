import { z } from './zod.ts'
import { RiskClass } from './risk.ts'
import type { RuleVerdict } from './rules.ts'

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
 * What the gate said of one call, and why (spec GT11). `ask` stands while the call waits for a
 * person, and is the answer of a dry run; a call that was asked about ends as `run` or `deny`. `none` means that the call
 * never reached the gate.
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

/** What a rung says that leaves a call to those after it. */
export const LEFT_OPEN = {
  fastPath: 'not for this class',
  outbound: 'not refused',
  trusted: 'the workspace is trusted',
  allowance: 'none covers it',
} as const
const LEFT = new Set<string>(Object.values(LEFT_OPEN))

/** The same of the `looked` rules of one verdict, none of which speaks of the call. */
export function noRuleWords(verdict: RuleVerdict, looked: number): string {
  if (looked === 0) return `no ${verdict} rules`
  return `none of ${looked} ${verdict} ${looked === 1 ? 'rule' : 'rules'} matches`
}

/** The rungs that had something to say of a call, in order: those that left it open are gone, and what is said once more further on. */
export function spokenRungs(trail: Decision['trail']): Decision['trail'] {
  const last = trail.at(-1)
  return trail.filter(
    (each, at) =>
      each === last ||
      !(
        LEFT.has(each.verdict) ||
        (each.rung === 'rule' && /^(?:no|none of \d+) (?:deny|ask|allow) rules?(?: matches)?$/.test(each.verdict)) ||
        trail.slice(at + 1).some(({ rung, verdict }) => rung === each.rung && verdict === each.verdict)
      ),
  )
}

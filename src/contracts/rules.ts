import { z } from './zod.ts'
import { WIRE_NAME } from './calls.ts'
import {
  PAST_CALLS_LISTED,
  RULE_COMMAND_WORDS,
  RULE_COMMANDS,
  RULE_PATTERN_CHARS,
  RULE_TARGET_CHARS,
} from './limits.ts'

/** What a rule says of a call. Deny beats ask beats allow, whatever their order or source (spec GT2). */
export const RULE_VERDICTS = ['allow', 'ask', 'deny'] as const
export const RuleVerdict = z.enum(RULE_VERDICTS)
export type RuleVerdict = z.infer<typeof RuleVerdict>

/**
 * Where a rule comes from: written by the user on the rules page, made from an approval, or read from the
 * workspace's own file. What an allow rule may cover depends on it.
 */
export const RuleSource = z.enum(['user', 'approval', 'file'])
export type RuleSource = z.infer<typeof RuleSource>

/** The agent that every session has until others can be made. */
export const DEFAULT_AGENT = 'default'

/**
 * One simple command, matched word by word. `more`: any further words may follow; without it the command
 * must have exactly these. No word is a wildcard: what looks like one is that text.
 */
export const CommandPattern = z.strictObject({
  words: z
    .array(z.string().max(RULE_PATTERN_CHARS))
    .min(1)
    .max(RULE_COMMAND_WORDS)
    .refine((words) => words[0] !== '', 'The program has no name.'),
  more: z.boolean(),
})
export type CommandPattern = z.infer<typeof CommandPattern>

/** What a rule is about. `glob` is relative to the workspace; `origin` is `URL.origin`, or `https://*.example.com`. */
export const RuleTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('path'), glob: z.string().min(1).max(RULE_PATTERN_CHARS) }),
  z.strictObject({
    kind: z.literal('command'),
    commands: z
      .array(CommandPattern)
      .min(1)
      .max(RULE_COMMANDS)
      .refine((commands) => charsOf(commands) <= RULE_TARGET_CHARS, 'The commands are too long together.'),
  }),
  z.strictObject({ kind: z.literal('address'), origin: z.string().min(1).max(RULE_PATTERN_CHARS) }),
])
export type RuleTarget = z.infer<typeof RuleTarget>
export type RuleTargetKind = RuleTarget['kind']

/** What a rule decided last: the call in words, where it stands, and what came of it. */
export const RuleUse = z.object({
  sessionId: z.string(),
  callId: z.string(),
  words: z.string().max(500),
  outcome: z.enum(['run', 'ask', 'deny']),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type RuleUse = z.infer<typeof RuleUse>

/** A rule. `tool` is a wire name or `*`; `workspaceId` null means every workspace. */
export const Rule = z.object({
  id: z.string().min(1).max(100),
  verdict: RuleVerdict,
  tool: z.union([z.literal('*'), z.string().regex(WIRE_NAME)]),
  target: RuleTarget,
  agentId: z.string().min(1).max(100),
  workspaceId: z.string().min(1).max(100).nullable(),
  source: RuleSource,
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  last: RuleUse.optional(),
})
export type Rule = z.infer<typeof Rule>

/**
 * A rule as a person writes it. `text` is a glob, an address, or one simple command a line, in which a last
 * bare `…`, `...` or `*` means "any further words" and quotes make a word exactly what it says.
 */
export const RuleDraft = z.object({
  verdict: RuleVerdict,
  tool: z.string().max(100),
  kind: z.enum(['any', 'path', 'command', 'address']),
  text: z.string(),
  workspaceId: z.string().min(1).max(100).nullable(),
})
export type RuleDraft = z.infer<typeof RuleDraft>

/** Why a draft is no rule yet, by field, as whole sentences. */
export const RuleProblem = z.object({ field: z.enum(['tool', 'text', 'verdict']), message: z.string() })
export type RuleProblem = z.infer<typeof RuleProblem>

/**
 * A rule with what it means, as one sentence; where it holds is said in it only for a rule of every workspace. `limits`:
 * what it does not let run although its words may sound so, as one sentence; left out where there is nothing to say.
 */
export const RuleView = Rule.extend({ words: z.string(), limits: z.string().optional() })
export type RuleView = z.infer<typeof RuleView>

/** A call of the past, in words. */
export const PastCall = z.object({ sessionId: z.string(), callId: z.string(), words: z.string(), at: z.number() })
export type PastCall = z.infer<typeof PastCall>

/** The past calls that a rule would have decided: how many of those looked at, and the newest of them. */
export const PastMatches = z.object({
  count: z.number().int(),
  looked: z.number().int(),
  calls: z.array(PastCall).max(PAST_CALLS_LISTED),
})
export type PastMatches = z.infer<typeof PastMatches>

/**
 * How far a rule that is made from an approval goes. `folder`: the whole folder of a file instead of that file alone.
 * `everywhere`: every workspace instead of the one that the call was made in.
 */
export const RuleReach = z.strictObject({ folder: z.boolean(), everywhere: z.boolean() })
export type RuleReach = z.infer<typeof RuleReach>

/** What is made of an approval unless the person widens it. */
export const NARROWEST: RuleReach = { folder: false, everywhere: false }

/** One reach that an approval's rule may have, with what the rule would then mean and have matched. */
export const RuleOption = z.object({ reach: RuleReach, words: z.string(), past: PastMatches })
export type RuleOption = z.infer<typeof RuleOption>

/** A rule that could be made: what it would mean, what it cannot reach, and what it would have matched. */
export const RulePreview = z.object({
  /** '' where there is no rule because of `problems`. */
  words: z.string(),
  problems: z.array(RuleProblem),
  /** What the person should know of it, in whole sentences. */
  notes: z.array(z.string()),
  past: PastMatches,
  /** Every reach that it may have, the narrowest first, which is what the rest speaks of. Only for a rule made from an approval. */
  options: z.array(RuleOption).max(4).optional(),
})
export type RulePreview = z.infer<typeof RulePreview>

/**
 * The rule file of a workspace. `new`: its allow rules wait until the person has taken them on; `accepted`: in
 * force as it stands; `unreadable`: it does not parse, and every call that is not read-only is asked about.
 */
export const RuleFileView = z.object({
  status: z.enum(['none', 'untrusted', 'unreadable', 'new', 'accepted']),
  problem: z.string(),
  /** Names exactly the content that is shown; null where there is no file. */
  digest: z.string().nullable(),
  rules: z.array(RuleView),
  /** Rules of the version taken on before that still hold, because nobody has let them go. */
  kept: z.array(RuleView),
  /** The agent's newest call of this session that wrote to the file, in words; left out where there is none. */
  written: PastCall.optional(),
})
export type RuleFileView = z.infer<typeof RuleFileView>

/** The content of a rule file that the person took on. Key `workspaceId`. */
export const AcceptedRuleFile = z.object({
  workspaceId: z.string(),
  digest: z.string(),
  text: z.string(),
  at: z.number(),
})
export type AcceptedRuleFile = z.infer<typeof AcceptedRuleFile>

function charsOf(commands: readonly { words: readonly string[] }[]): number {
  return commands.reduce((sum, { words }) => sum + words.reduce((chars, word) => chars + word.length + 1, 0), 0)
}

import { z } from './zod.ts'
import { TRUST_SOURCES_KEPT } from './limits.ts'
import { RuleVerdict } from './rules.ts'

/**
 * How content came into a workspace (spec GT8). `upload`: a file from the person's own disk, put there by his own
 * hand. `archive`: a file of that kind that holds other files, which somebody packed. `template`: part of this
 * app, as its demos bring it. `unknown`: the record of it cannot be read.
 */
export const SourceKind = z.enum(['upload', 'archive', 'git', 'url', 'template', 'download', 'unknown'])
export type SourceKind = z.infer<typeof SourceKind>

/** One thing that came in. `from` names it for people: a file name, hosts. */
export const ContentSource = z.object({
  kind: SourceKind,
  from: z.string().max(300),
  /** Milliseconds since the epoch. */
  at: z.number(),
})
export type ContentSource = z.infer<typeof ContentSource>

/**
 * Where the content of a workspace came from, and whether it is trusted. Key `workspaceId`. Nothing from elsewhere:
 * trusted. Each arrival from elsewhere takes the trust away, also trust that the person had given: he gave it to
 * what he had looked at.
 */
export const TrustState = z.object({
  workspaceId: z.string(),
  trusted: z.boolean(),
  /** What the person said last, and when; null before the first time. */
  decision: z.object({ trusted: z.boolean(), at: z.number() }).nullable(),
  /** The newest TRUST_SOURCES_KEPT, oldest first; the same source again is listed once, with its newest time. */
  sources: z.array(ContentSource).max(TRUST_SOURCES_KEPT),
  /** How many older ones are not listed any more. */
  omitted: z.number().int().nonnegative(),
})
export type TrustState = z.infer<typeof TrustState>

/** What one file of a workspace contributes while it is trusted. */
export const Contribution = z.object({
  kind: z.enum(['rules', 'skill', 'instructions', 'scripts']),
  /** Absolute workspace path: what stands behind the lines, to be read. */
  path: z.string(),
  /** What it comes to, in words: one rule, one script a line. Bounded. */
  lines: z.array(z.string()),
  /** Of rules: what each line's does, in the same order. */
  verdicts: z.array(RuleVerdict).optional(),
  /** Lines that are not listed. */
  omitted: z.number().int().nonnegative(),
  /** Every line is listed, uncut. Rules that allow are taken on with the person's trust only where they all are in sight. */
  isWhole: z.boolean(),
  /** Why it cannot be used as it stands, as a sentence; '' where it can. */
  problem: z.string(),
})
export type Contribution = z.infer<typeof Contribution>

/** What the person looks at before he trusts a workspace. `digest` names exactly this content, and what came in from elsewhere. */
export const TrustLook = z.object({
  trust: TrustState,
  contributions: z.array(Contribution),
  /** Files that would contribute too and are not listed. */
  omitted: z.number().int().nonnegative(),
  digest: z.string(),
})
export type TrustLook = z.infer<typeof TrustLook>

/** A workspace that nothing came into from elsewhere. */
export function untouched(workspaceId: string): TrustState {
  return { workspaceId, trusted: true, decision: null, sources: [], omitted: 0 }
}

import { z } from './zod.ts'
import { WATCH_KEPT, WATCH_TYPED_CHARS, WATCH_TYPED_KEPT, WATCH_WORDS_CHARS } from './limits.ts'
import { RiskClass } from './risk.ts'

/** Something that is in the model's context, by which call, since when (milliseconds since the epoch). */
export const WatchEntry = z.object({ callId: z.string(), what: z.string().max(WATCH_WORDS_CHARS), at: z.number() })
export type WatchEntry = z.infer<typeof WatchEntry>

/** The first WATCH_KEPT entries, and how many came after them. */
export const WatchEntries = z.object({
  first: z.array(WatchEntry).max(WATCH_KEPT),
  more: z.number().int().nonnegative(),
})
export type WatchEntries = z.infer<typeof WatchEntries>

/** What the monitor of a session knows (spec GT9). Kept with the session's record, so that a reload forgets nothing. */
export const RunWatch = z.object({
  /** The riskiest effective class that has run. */
  observed: RiskClass,
  /** Text that nobody here wrote and that the model is told: pages, results, files of an untrusted workspace. */
  entered: WatchEntries,
  /** Private data that the model is told: keys, credentials, what looks like them. */
  privateReads: WatchEntries,
  /** What calls that run now may bring in: written before they start, and taken as brought where their tab dies. */
  pending: z.array(WatchEntry.extend({ as: z.enum(['entered', 'private']) })).max(WATCH_KEPT),
  /** The first call that changed files while something untrusted was in the context: they may repeat it. */
  written: WatchEntry.nullable(),
  /** Addresses that the person wrote himself, normalised, newest last. */
  typed: z.array(z.string().max(WATCH_TYPED_CHARS)).max(WATCH_TYPED_KEPT),
})
export type RunWatch = z.infer<typeof RunWatch>

const NONE: WatchEntries = { first: [], more: 0 }

/** A run in which nothing has happened yet. */
export const NOTHING_WATCHED: RunWatch = {
  observed: 'read-only-local',
  entered: NONE,
  privateReads: NONE,
  pending: [],
  written: null,
  typed: [],
}

/** A run whose record was lost: what its context holds cannot be told, so it counts as untrusted. */
export function lostWatch(at: number): RunWatch {
  const entry = { callId: '', what: 'content that a damaged record does not name any more', at }
  return { ...NOTHING_WATCHED, entered: { first: [entry], more: 0 } }
}

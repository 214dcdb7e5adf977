import { z } from './zod.ts'
import { Approval, HumanQuestion } from './approvals.ts'
import { CallView } from './calls.ts'
import { Failure } from './failure.ts'
import { Message } from './messages.ts'
import { Session } from './sessions.ts'
import { Settings } from './settings.ts'
import { TrustState } from './trust.ts'

/**
 * What the agent's thread reports. One way, numbered, on a port of its own. Upserts carry the whole
 * thing, so that applying one twice changes nothing; deltas append.
 */
export const RuntimeEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session'), session: Session }),
  z.object({ type: z.literal('session-deleted'), sessionId: z.string() }),
  z.object({ type: z.literal('message'), message: Message }),
  /** Appends to part `part` of message `seq`; creates the part where it does not exist yet. */
  z.object({
    type: z.literal('delta'),
    sessionId: z.string(),
    seq: z.number().int(),
    part: z.number().int(),
    kind: z.enum(['text', 'reasoning']),
    text: z.string(),
  }),
  /** A call whose arguments are still streaming: not final, shown greyed. */
  z.object({
    type: z.literal('call-draft'),
    sessionId: z.string(),
    seq: z.number().int(),
    index: z.number().int(),
    name: z.string(),
    argumentChars: z.number().int(),
  }),
  z.object({ type: z.literal('call'), call: CallView }),
  z.object({
    type: z.literal('call-output'),
    sessionId: z.string(),
    callId: z.string(),
    stream: z.enum(['stdout', 'stderr', 'info']),
    text: z.string(),
  }),
  z.object({ type: z.literal('heartbeat'), sessionId: z.string(), callId: z.string(), at: z.number() }),
  z.object({ type: z.literal('approval'), approval: Approval }),
  z.object({ type: z.literal('question'), question: HumanQuestion }),
  /** An approval or question that no longer waits, whatever ended it. */
  z.object({ type: z.literal('settled'), sessionId: z.string(), id: z.string() }),
  z.object({
    type: z.literal('workspace'),
    workspaceId: z.string(),
    changes: z.array(z.object({ path: z.string(), kind: z.enum(['created', 'modified', 'deleted']) })),
  }),
  z.object({ type: z.literal('settings'), settings: Settings }),
  /** Where a workspace's content came from and whether it is trusted; comes with opening a session, too. */
  z.object({ type: z.literal('trust'), trust: TrustState }),
  /** The rules, or what they decided last, have changed: whoever shows them reads them again. */
  z.object({ type: z.literal('rules') }),
  /** The page is asked to show a file of the session's workspace. `line` is from 1. */
  z.object({
    type: z.literal('show-file'),
    sessionId: z.string(),
    path: z.string(),
    line: z.number().int().nullable(),
    /** The person asked for it himself, so the page may turn to it at once. */
    byPerson: z.boolean(),
  }),
  /** The person asked to see what the session's workspace contributes, to say whether it is trusted. */
  z.object({ type: z.literal('show-trust'), sessionId: z.string() }),
  /** `read-only`: another tab writes this session. `closed`: this tab let go of it; showing it opens it again. */
  z.object({ type: z.literal('access'), sessionId: z.string(), access: z.enum(['write', 'read-only', 'closed']) }),
  z.object({
    type: z.literal('notice'),
    level: z.enum(['info', 'warning', 'error']),
    text: z.string(),
    failure: Failure.optional(),
    /** Of stored settings that cannot be read: it holds until they are written anew, which the next change does. */
    about: z.literal('settings').optional(),
    /** What it says may change: it takes the place of an earlier one of the same subject, and `notice-over` ends it. */
    subject: z.string().optional(),
  }),
  /** What the notices of that subject said is no longer so. */
  z.object({ type: z.literal('notice-over'), subject: z.string() }),
])
export type RuntimeEvent = z.infer<typeof RuntimeEvent>

/** One message on the events lane. `reset` tells a page that asked for too old a number to read the state anew. */
export const EventBatch = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), first: z.number().int(), events: z.array(RuntimeEvent) }),
  z.object({ kind: z.literal('reset'), next: z.number().int() }),
])
export type EventBatch = z.infer<typeof EventBatch>

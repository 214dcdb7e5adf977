import { z } from './zod.ts'
import { ModelRef, Usage } from './models.ts'
import { Spend } from './money.ts'
import { Mode } from './risk.ts'
import { RunWatch } from './run-watch.ts'
import { FileDiff, Todo } from './views.ts'

/** A message that waits while a turn runs. */
export const QueuedMessage = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('image'), name: z.string(), mediaType: z.string(), base64: z.string() }),
      z.object({ kind: z.literal('file'), name: z.string(), base64: z.string() }),
    ]),
  ),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>
export type Attachment = QueuedMessage['attachments'][number]

/** Where a turn stands. `waiting`: a person is asked. `interrupted`: the tab died; "go on" is offered. */
export const TurnStatus = z.enum(['idle', 'running', 'waiting', 'interrupted'])
export type TurnStatus = z.infer<typeof TurnStatus>

/** What one approval allows for the rest of a session (spec GT5). `key` is tool + normalised target + effective risk. */
export const SessionAllowance = z.object({ key: z.string(), tool: z.string(), scope: z.string(), at: z.number() })
export type SessionAllowance = z.infer<typeof SessionAllowance>

/** What the tools of a session remember, so that a reload changes nothing about the next call. */
export const StoredMemory = z.object({
  /** Where the next command starts. */
  cwd: z.string(),
  /** Exported variables of the last command. */
  env: z.record(z.string(), z.string()),
  /** Revision of each file as the agent last saw or wrote it: the newest SEEN_FILES_KEPT of them. */
  seen: z.record(z.string(), z.string()),
})
export type StoredMemory = z.infer<typeof StoredMemory>

export const Session = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  mode: Mode,
  model: ModelRef.nullable(),
  workspaceId: z.string(),
  /** Set where a scripted demo drives the session. */
  demoId: z.string().nullable(),
  todos: z.array(Todo),
  allowances: z.array(SessionAllowance),
  usage: Usage,
  /** Tokens in the context as the last step reported them; null before the first. */
  contextTokens: z.number().int().nullable(),
  turn: z.object({ status: TurnStatus, turnId: z.string().nullable(), startedAt: z.number().nullable() }),
  queue: z.array(QueuedMessage),
  nextSeq: z.number().int().nonnegative(),
  memory: StoredMemory.optional(),
  /** What the monitor knows; left out while there is nothing, as in records from before there was one. */
  watch: RunWatch.optional(),
  /** Left out while there is nothing to know, as in records from before there were caps on money. */
  spend: Spend.optional(),
})
export type Session = z.infer<typeof Session>

/** What changed in the workspace during one turn. Key `[sessionId, turnId]`. */
export const TurnDiff = z.object({
  sessionId: z.string(),
  turnId: z.string(),
  files: z.array(FileDiff),
  /** How many changed files are not among `files`; left out where all are, as in older records. */
  omitted: z.number().int().positive().optional(),
  at: z.number(),
})
export type TurnDiff = z.infer<typeof TurnDiff>

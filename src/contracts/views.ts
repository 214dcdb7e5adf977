import { z } from './zod.ts'
import { FailureKind } from './failure.ts'
import { JsonValue } from './json.ts'

/** One line of a unified diff. Line numbers start at 1; null where the side has no such line. */
export const DiffLine = z.object({
  kind: z.enum(['same', 'add', 'remove', 'gap']),
  before: z.number().int().nullable(),
  after: z.number().int().nullable(),
  text: z.string(),
})
export type DiffLine = z.infer<typeof DiffLine>

/** The difference between two states of one text file, bounded: `omittedLines` says what was left out. */
export const FileDiff = z.object({
  path: z.string(),
  change: z.enum(['created', 'modified', 'deleted', 'unchanged']),
  binary: z.boolean(),
  added: z.number().int(),
  removed: z.number().int(),
  lines: z.array(DiffLine),
  omittedLines: z.number().int(),
})
export type FileDiff = z.infer<typeof FileDiff>

/** One entry of a directory. `size` in bytes, 0 for directories. */
export const FileEntry = z.object({
  path: z.string(),
  kind: z.enum(['file', 'directory', 'link']),
  size: z.number().int(),
  modifiedAt: z.number(),
})
export type FileEntry = z.infer<typeof FileEntry>

/** The task list of a session, as `todo_write` keeps it. */
export const Todo = z.object({
  id: z.string(),
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
})
export type Todo = z.infer<typeof Todo>

/**
 * The client projection of a result (spec RS1): what the page shows. `summary` is the result in about
 * three words ("80 lines", "exit 1").
 */
export const ClientView = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), summary: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('file'),
    summary: z.string(),
    path: z.string(),
    text: z.string(),
    firstLine: z.number().int(),
    totalLines: z.number().int(),
  }),
  z.object({
    kind: z.literal('image'),
    summary: z.string(),
    path: z.string(),
    mediaType: z.string(),
    base64: z.string(),
  }),
  z.object({
    kind: z.literal('listing'),
    summary: z.string(),
    path: z.string(),
    entries: z.array(FileEntry),
    omitted: z.number().int(),
  }),
  z.object({
    kind: z.literal('matches'),
    summary: z.string(),
    matches: z.array(z.object({ path: z.string(), line: z.number().int(), text: z.string() })),
    omitted: z.number().int(),
  }),
  z.object({ kind: z.literal('diff'), summary: z.string(), diff: FileDiff }),
  z.object({
    kind: z.literal('shell'),
    summary: z.string(),
    command: z.string(),
    /** Interleaved as produced, bounded by SHELL_OUTPUT_KEPT_CHARS. */
    output: z.string(),
    omittedChars: z.number().int(),
    exitCode: z.number().int().nullable(),
    durationMs: z.number(),
    cwd: z.string(),
    /** Files with private names that it was given, absolute; at most PRIVATE_READS_KEPT. Left out where that is not known. */
    privateReads: z.array(z.string()).optional(),
  }),
  z.object({ kind: z.literal('todos'), summary: z.string(), todos: z.array(Todo) }),
  z.object({ kind: z.literal('answer'), summary: z.string(), question: z.string(), answer: z.string() }),
])
export type ClientView = z.infer<typeof ClientView>

/** What exactly will happen, shown while asking (spec UI3). */
export const Effect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('diff'), diff: FileDiff }),
  z.object({
    kind: z.literal('command'),
    command: z.string(),
    /** Where it will start: absolute. */
    cwd: z.string(),
    effects: z.array(z.string()),
    /** All that it will read on standard input; a shell given one runs it. Left out: nothing. */
    stdin: z.string().optional(),
    /** Milliseconds until it is ended. */
    timeoutMs: z.number().optional(),
  }),
  z.object({ kind: z.literal('address'), url: z.string(), method: z.string() }),
  z.object({ kind: z.literal('arguments'), value: JsonValue }),
  /**
   * As things stand it will fail. `message` says why, in words meant for the model; `why` where a person may be told in
   * others. `value` is what it was given, as far as that matters to it.
   */
  z.object({ kind: z.literal('fails'), message: z.string(), why: FailureKind.optional(), value: JsonValue }),
])
export type Effect = z.infer<typeof Effect>

/** The model projection of a result or of an attachment. `base64` without a data: prefix. */
export const ModelContent = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('image'), mediaType: z.string(), base64: z.string() }),
  ]),
)
export type ModelContent = z.infer<typeof ModelContent>

import { z } from './zod.ts'
import { FinalizedCall, PersonalSource, RefusedCall } from './calls.ts'
import { Failure } from './failure.ts'
import { JsonValue } from './json.ts'
import { ModelRef, Usage } from './models.ts'

/**
 * A part of a message, in the order in which it came (spec RS9). `echo` is what the provider needs
 * back with that part (signature, encrypted reasoning, item id), verbatim and opaque (spec PV4).
 */
export const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), echo: JsonValue.optional() }),
  z.object({
    type: z.literal('reasoning'),
    text: z.string(),
    echo: JsonValue.optional(),
    durationMs: z.number().optional(),
  }),
  z.object({ type: z.literal('image'), mediaType: z.string(), base64: z.string(), name: z.string() }),
  /** A file that the person put into the workspace with this message. */
  z.object({ type: z.literal('file'), path: z.string(), size: z.number().int() }),
  /** A call; its record is in the journal under `[sessionId, callId]`. */
  z.object({ type: z.literal('call'), callId: z.string() }),
])
export type Part = z.infer<typeof Part>

/** Where an echo value came from: it is only ever sent back to exactly that place. */
export const EchoScope = z.object({
  providerId: z.string(),
  dialect: z.string(),
  modelId: z.string(),
  keyHint: z.string(),
})
export type EchoScope = z.infer<typeof EchoScope>

/** `interrupted` is a message whose tab died, or that was stopped, while it streamed. */
export const MessageState = z.enum(['streaming', 'complete', 'interrupted', 'failed'])

const stored = {
  id: z.string(),
  sessionId: z.string(),
  /** Position in the session, from 0, each once. One is skipped where an answer could not be stored. */
  seq: z.number().int().nonnegative(),
  turnId: z.string(),
  at: z.number(),
}

/**
 * What the person wrote. With `act` it is no message to the model but something done at once: its parts are
 * the text as typed and the call that it became, or `answer` says what a setting is now, in whole sentences.
 */
export const UserMessage = z.object({
  ...stored,
  role: z.literal('user'),
  parts: z.array(Part),
  act: z.object({ source: PersonalSource, answer: z.string().optional() }).optional(),
})
export type UserMessage = z.infer<typeof UserMessage>

/** One step of the agent: what one provider request answered. */
export const AgentMessage = z.object({
  ...stored,
  role: z.literal('agent'),
  parts: z.array(Part),
  state: MessageState,
  metadata: z.object({
    /** `provider-tool-call-turn` where finalized calls exist; stored before any of them runs (spec RS5). */
    kind: z.enum(['answer', 'provider-tool-call-turn']),
    providerToolCalls: z.array(FinalizedCall),
    /** Calls that were cut or malformed: recorded as failed, never run. */
    refusedCalls: z.array(RefusedCall),
    /** False where the group must not be sent back in the provider's own form (spec RS6). */
    nativeReplaySafe: z.boolean(),
    model: ModelRef,
    echoScope: EchoScope,
    finish: z.string(),
    usage: Usage,
    /** Why the step failed, where it did. */
    failure: Failure.optional(),
    durationMs: z.number(),
  }),
})
export type AgentMessage = z.infer<typeof AgentMessage>

/** What the host says in the conversation: a stop, a budget, an interruption. Shown; the model gets `text` as plain words where `toModel`. */
export const NoteMessage = z.object({
  ...stored,
  role: z.literal('note'),
  /** `cleared`: the model is told nothing of what stands before it. */
  note: z.enum(['stopped', 'interrupted', 'budget', 'repeating', 'failed', 'retry', 'corrupt', 'cleared']),
  text: z.string(),
  failure: Failure.optional(),
  /** "Go on" is offered. */
  canGoOn: z.boolean(),
  toModel: z.boolean(),
})
export type NoteMessage = z.infer<typeof NoteMessage>

export const Message = z.discriminatedUnion('role', [UserMessage, AgentMessage, NoteMessage])
export type Message = z.infer<typeof Message>

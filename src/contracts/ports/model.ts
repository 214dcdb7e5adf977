import type { EchoScope } from '../messages.ts'
import type { Failure } from '../failure.ts'
import type { JsonObject, JsonValue } from '../json.ts'
import type { ModelInfo, ModelRef, Usage } from '../models.ts'
import type { ModelContent } from '../views.ts'

/** A tool as a provider is told of it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

/**
 * A message as the model projection yields it (spec RS1, RS6). A native group is one `agent` message
 * followed by one `results` message that answers every one of its calls, in call order.
 */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: ModelContent }
  | {
      readonly role: 'agent'
      readonly content: readonly (
        | { type: 'text'; text: string; echo?: JsonValue }
        | { type: 'reasoning'; text: string; echo?: JsonValue }
        | {
            type: 'call'
            callId: string
            providerId: string | null
            name: string
            arguments: JsonObject
            echo?: JsonValue
          }
      )[]
      /** Where the echo values came from; an adapter drops them unless it is exactly this place. */
      readonly echoScope: EchoScope
    }
  | {
      readonly role: 'results'
      readonly results: readonly {
        callId: string
        providerId: string | null
        name: string
        failed: boolean
        content: ModelContent
        /** What the person was asked, where this is the answer: it is told as words, and not as a result (spec RS4). */
        question?: string
      }[]
    }

export interface ModelRequest {
  readonly model: ModelRef
  readonly system: string
  readonly messages: readonly ModelMessage[]
  /** In a stable order (spec VI8). */
  readonly tools: readonly ModelTool[]
  /** The session's id, or one of its own for a test request: some providers use it as a cache key. */
  readonly sessionId: string
}

/**
 * What a stream says, in the order in which it says it. A `call` is the library's finished call and is
 * *not* yet executable: `agent/assemble.ts` decides that at the end of the stream (spec PV2).
 * `index` numbers text, reasoning and call blocks of one response, from 0, shared among them.
 */
export type ModelDelta =
  | { type: 'start'; echoScope: EchoScope }
  | { type: 'text'; index: number; text: string }
  | { type: 'text-end'; index: number; echo?: JsonValue }
  | { type: 'reasoning'; index: number; text: string }
  | { type: 'reasoning-end'; index: number; echo?: JsonValue }
  | { type: 'call-start'; index: number; name: string; providerId: string | null; textInput: boolean }
  | { type: 'call-delta'; index: number; text: string }
  | {
      type: 'call'
      index: number
      name: string
      providerId: string | null
      input: string
      echo?: JsonValue
      ranAtProvider: boolean
    }
  /** `unified` as the library maps it; `raw` as the provider wrote it, undefined where it wrote none. */
  | { type: 'finish'; unified: string; raw: string | undefined; usage: Usage }
  | { type: 'error'; failure: Failure }

/**
 * A provider (spec PV1). `stream` never throws: whatever goes wrong, aborts included, is an `error`
 * delta and then the end. An aborted request is closed at once.
 */
export interface ModelPort {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta>
  /** The models on offer, from the provider where it has such an endpoint. Throws `FailureError` of stage `model`. */
  models(providerId: string, signal: AbortSignal): Promise<ModelInfo[]>
  /** What is known of one model without asking anyone: from the last list, or from a table; null for an id in neither. */
  describe(model: ModelRef): ModelInfo | null
  /** The smallest real request; resolves with a sentence, throws `FailureError` that says what to change. */
  test(model: ModelRef, signal: AbortSignal): Promise<string>
}

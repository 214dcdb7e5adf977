import type { ModelInfo, ProviderConfig } from '#contracts/models.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ModelDelta, ModelRequest } from '#contracts/ports/model.ts'
import type { EchoScope } from '#contracts/messages.ts'

/** One configured provider with its key opened, for the length of one request. */
export interface ProviderPlace {
  readonly config: ProviderConfig
  /** '' where the provider needs none. Never stored, logged or put into a message. */
  readonly key: string
  readonly fetch: typeof fetch
  readonly clock: Clock
}

/**
 * Whether a model that thinks is asked to show its thoughts. Some accounts and models may not; a provider that says so
 * refuses the whole request.
 */
export interface ThoughtAsking {
  readonly asked: boolean
  /** The provider refused to show them: it is not asked again for this model. */
  refused(): void
}

/** A place and what is to be asked there. */
export interface StreamTask extends ProviderPlace {
  readonly request: ModelRequest
  /** Echo values of any other scope are left out. */
  readonly scope: EchoScope
  /** What the static table knows of the model; null for an id that is not in it. */
  readonly known: ModelInfo | null
  readonly thoughts: ThoughtAsking
  /** Set for a test request only: the answer may be this long. */
  readonly maxOutputTokens?: number
}

/**
 * One wire format (spec PV1), loaded only when it is used. `stream` yields every delta but `start`, closes
 * the request when `signal` aborts or when it is returned early, and may throw whatever its library
 * throws: the port turns it into an `error` delta. `models` throws likewise.
 */
export interface DialectAdapter {
  stream(task: StreamTask, signal: AbortSignal): AsyncIterable<ModelDelta>
  models(place: ProviderPlace, signal: AbortSignal): Promise<ModelInfo[]>
}

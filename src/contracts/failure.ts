import { z } from './zod.ts'
import { JsonObject } from './json.ts'

/**
 * Where something failed. The first six are the stages of a call (spec RN7); `model` is a provider
 * request, `storage` the database, `command` a request of the page.
 */
export const FailureStage = z.enum([
  'discovery',
  'parameters',
  'authorization',
  'execution',
  'projection',
  'verification',
  'model',
  'storage',
  'command',
])
export type FailureStage = z.infer<typeof FailureStage>

/** What went wrong, as a word that code may branch on. `message` is for people and models. */
export const FailureKind = z.enum([
  // discovery
  'unknown-tool',
  'unavailable',
  // parameters
  'malformed-arguments',
  'cut-arguments',
  'missing-arguments',
  'schema-violation',
  'not-alone',
  // authorization
  'blocked',
  'denied',
  'no-one-to-ask',
  // execution and verification
  'not-found',
  'already-exists',
  'not-a-file',
  'not-a-directory',
  'outside-workspace',
  'changed-since-read',
  'no-match',
  'ambiguous-match',
  'binary',
  'too-large',
  'unsupported',
  'timeout',
  'aborted',
  'crashed',
  'interrupted',
  // model
  'bad-key',
  'no-credit',
  'rate-limit',
  'overloaded',
  'context-too-long',
  'content-filter',
  'model-not-found',
  'bad-request',
  'offline',
  'no-cors',
  'not-listening',
  'network',
  'malformed-stream',
  'cut-stream',
  // storage and command
  'corrupt-record',
  'storage-full',
  'storage-unavailable',
  'newer-database',
  'read-only',
  'locked',
  'invalid',
  'internal',
])
export type FailureKind = z.infer<typeof FailureKind>

/** A failure as data: the one shape that crosses every boundary. `message` is whole sentences that say what to do. */
export const Failure = z.object({
  stage: FailureStage,
  kind: FailureKind,
  message: z.string(),
  /** The same request may succeed if it is made again unchanged. */
  retryable: z.boolean(),
  /** Facts for a reader or a program: closest names, the failing path, HTTP status. Never a secret. */
  detail: JsonObject.optional(),
  /** What it had said until then, in lines of its own: for the model and for whoever opens the call. */
  output: z.string().optional(),
  /** Files with private names that it had been given until then, absolute. Left out where that is not known. */
  privateReads: z.array(z.string()).optional(),
  /** Something may have taken effect before the failure: look before any retry. */
  partialEffect: z.boolean().optional(),
})
export type Failure = z.infer<typeof Failure>

/** Carries a `Failure` inside one thread. At a boundary the `failure` is sent, never the error. */
export class FailureError extends Error {
  override readonly name = 'FailureError'
  constructor(readonly failure: Failure) {
    super(failure.message)
  }
}

/** Builds a `FailureError`; not retryable unless said. */
export function fail(
  stage: FailureStage,
  kind: FailureKind,
  message: string,
  more: Partial<Omit<Failure, 'stage' | 'kind' | 'message'>> = {},
): FailureError {
  return new FailureError({ stage, kind, message, ...more, retryable: more.retryable ?? false })
}

/** True for the error that an aborted signal throws, whatever threw it. */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted) return true
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError'
}

/** Turns whatever was thrown into a `Failure`. Unknown errors become `crashed` at the stage given. */
export function toFailure(error: unknown, stage: FailureStage): Failure {
  if (error instanceof FailureError) return error.failure
  if (isAbort(error)) return { stage, kind: 'aborted', message: 'It was stopped.', retryable: false }
  const text = error instanceof Error ? error.message : String(error)
  return { stage, kind: 'crashed', message: text === '' ? 'It ended without a reason.' : text, retryable: false }
}

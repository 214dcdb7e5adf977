import type { Failure } from '#contracts/failure.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { ModelDelta, ModelPort, ModelRequest } from '#contracts/ports/model.ts'

/** One thing that a step of the scripted model says. */
export type Said =
  | { text: string }
  | { call: string; args: unknown; raw?: string }
  | { failure: Failure }
  /** Ends the stream here, as a broken connection would. */
  | { cut: true }
  /** Waits until the request is aborted. */
  | { hang: true }

/**
 * A model port that says what it is told to, one list per request; after the last list it says "Done.".
 * `onHang` is told when a request begins to wait for ever. It speaks like a provider: deltas, whole calls, one finish. `requests` are what it was sent.
 */
export function scriptedModel(
  steps: readonly (readonly Said[] | ((request: ModelRequest) => readonly Said[]))[],
  onHang: () => void = () => {},
): ModelPort & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  const price = null
  return {
    requests,
    async *stream(request, signal) {
      const step = steps[requests.length] ?? [{ text: 'Done.' }]
      requests.push(structuredClone(request))
      yield* say(typeof step === 'function' ? step(request) : step, request, signal, onHang)
    },
    models: async () => [
      { id: 'scripted', label: 'Scripted', contextTokens: 200_000, maxOutputTokens: 8_000, readsImages: true, price },
    ],
    describe: () => null,
    test: async () => 'It answers.',
  }
}

async function* say(
  step: readonly Said[],
  request: ModelRequest,
  signal: AbortSignal,
  onHang: () => void,
): AsyncGenerator<ModelDelta> {
  const { providerId, modelId } = request.model
  yield { type: 'start', echoScope: { providerId, dialect: 'scripted', modelId, keyHint: '' } }
  let calls = 0
  for (const [index, said] of step.entries()) {
    if (signal.aborted) return yield stopped()
    if ('text' in said) {
      for (const piece of said.text.match(/.{1,12}/gsu) ?? []) yield { type: 'text', index, text: piece }
      yield { type: 'text-end', index }
    } else if ('call' in said) {
      calls += 1
      const input = said.raw ?? JSON.stringify(said.args)
      const providerId = `provider-${request.messages.length}-${index}`
      yield { type: 'call-start', index, name: said.call, providerId, textInput: false }
      yield { type: 'call-delta', index, text: input }
      yield { type: 'call', index, name: said.call, providerId, input, ranAtProvider: false }
    } else if ('failure' in said) {
      return yield { type: 'error', failure: said.failure }
    } else if ('cut' in said) {
      return
    } else {
      onHang()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      return yield stopped()
    }
  }
  yield {
    type: 'finish',
    unified: calls > 0 ? 'tool-calls' : 'stop',
    raw: calls > 0 ? 'tool_calls' : 'stop',
    usage: { ...NO_USAGE, input: 100, output: 10 },
  }
}

function stopped(): ModelDelta {
  return { type: 'error', failure: { stage: 'model', kind: 'aborted', message: 'It was stopped.', retryable: false } }
}

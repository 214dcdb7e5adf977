import type {
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { fail, type FailureError } from '#contracts/failure.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { wellFormed } from '#contracts/well-formed.ts'
import type { StreamTask } from './adapter.ts'
import { toModelFailure } from './failures.ts'
import { fromStream, type FromStreamOptions } from './from-stream.ts'
import { pricingOf } from './models-table.ts'
import type { JoinWatch } from './one-answer.ts'
import { readProviderError } from './read-provider-error.ts'
import { toPrompt, type PromptTraits } from './to-prompt.ts'

/** What a dialect's adapter decides; the rest is common to all that speak through the library's model classes. */
export interface LanguageModelRun {
  readonly model: LanguageModelV4
  readonly traits: PromptTraits
  /** Made for this one answer. */
  readonly joins: JoinWatch
  readonly providerOptions?: SharedV4ProviderOptions
  /** How a model that thinks is asked to show its thoughts; left out where it does so, or not, by itself. */
  readonly thoughts?: {
    /** In the place of the others. */
    readonly providerOptions: SharedV4ProviderOptions
    /** What a refusal says that is about the thoughts alone. */
    readonly refusal: RegExp
  }
  readonly maxOutputTokens?: number
  /** False where the provider would make optional arguments required; left out where it has no such switch. */
  readonly strictTools?: false
  /** Last touch on the prompt, for what only one provider has (cache marks). */
  readonly dress?: (prompt: LanguageModelV4Prompt) => LanguageModelV4Prompt
  readonly lateEcho?: FromStreamOptions['lateEcho']
  readonly statesCost?: FromStreamOptions['statesCost']
}

/** Sends one request and yields its deltas. Throws what the library throws; closes the request when left early. */
export async function* streamLanguageModel(
  task: StreamTask,
  run: LanguageModelRun,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, void, undefined> {
  const { request, scope, known } = task
  const prompt = toPrompt(request, scope, run.traits, known?.readsImages !== false)
  const tools = request.tools.map((tool): LanguageModelV4FunctionTool => {
    const { name, inputSchema } = tool
    const strict = run.strictTools === undefined ? {} : { strict: run.strictTools }
    return { type: 'function', name, description: wellFormed(tool.description), inputSchema, ...strict }
  })
  const maxOutputTokens = task.maxOutputTokens ?? run.maxOutputTokens
  const send = async (providerOptions: SharedV4ProviderOptions | undefined) => {
    const { stream } = await run.model.doStream({
      prompt: run.dress === undefined ? prompt : run.dress(prompt),
      abortSignal: signal,
      // The events as they came, in which a second answer shows.
      includeRawChunks: true,
      ...(tools.length === 0 ? {} : { tools, toolChoice: { type: 'auto' } }),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(providerOptions === undefined ? {} : { providerOptions }),
    })
    return stream
  }
  const stream = await sendWithThoughts(task, run, send)
  yield* fromStream(read(stream), {
    pricing: pricingOf(scope.dialect, scope.modelId),
    explain: (error) => toModelFailure(error, task, request.model.modelId, signal),
    joined: { watch: run.joins, error: twoAnswers(task.config.label) },
    ...(run.statesCost === undefined ? {} : { statesCost: run.statesCost }),
    ...(run.lateEcho === undefined ? {} : { lateEcho: run.lateEcho }),
  })
}

function twoAnswers(label: string): FailureError {
  const said = `${label} sent two answers in one, so neither can be relied on. Try again.`
  return fail('model', 'malformed-stream', said, { retryable: true })
}

/** Asks for the thoughts too; where these are what is refused, once more without them. */
async function sendWithThoughts<T>(
  { thoughts }: StreamTask,
  { providerOptions, thoughts: asking }: LanguageModelRun,
  send: (providerOptions: SharedV4ProviderOptions | undefined) => Promise<T>,
): Promise<T> {
  if (asking === undefined || !thoughts.asked) return await send(providerOptions)
  try {
    return await send(asking.providerOptions)
  } catch (error) {
    const { status, message, body } = readProviderError(error)
    if (status !== 400 || !asking.refusal.test(`${message}\n${body}`)) throw error
    thoughts.refused()
    return await send(providerOptions)
  }
}

/** A stream read to its end; cancelled where the reader leaves early (Safari cannot iterate a stream itself). */
async function* read(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): AsyncGenerator<LanguageModelV4StreamPart, void, undefined> {
  const reader = stream.getReader()
  let ended = false
  try {
    for (;;) {
      const next = await reader.read()
      if (next.done) break
      yield next.value
    }
    ended = true
  } finally {
    // A stream that failed rejects its own cancelling; there is nothing left to close then.
    if (!ended) await reader.cancel().catch(() => undefined)
    reader.releaseLock()
  }
}

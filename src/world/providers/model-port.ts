import { fail, FailureError, type Failure } from '#contracts/failure.ts'
import { MODEL_IDLE_MS, MODEL_LIST_MS, MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'
import type { EchoScope } from '#contracts/messages.ts'
import type { Dialect, ModelInfo, ModelRef, ProviderConfig } from '#contracts/models.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ModelDelta, ModelPort, ModelRequest } from '#contracts/ports/model.ts'
import type { ConfiguredGuard } from '#contracts/ports/web.ts'
import type { DialectAdapter, ProviderPlace, ThoughtAsking } from './adapter.ts'
import { DIALECTS, type DialectLoader } from './dialects.ts'
import { toModelFailure } from './failures.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { watchIdle } from './idle-watch.ts'
import { knownModel } from './models-table.ts'
import { tooLong } from './too-long.ts'
import { watchedFetch } from './watched-fetch.ts'
import { untilAborted } from '../until-aborted.ts'
import { within } from '../within.ts'

/** What the port works with. */
export interface ModelPortOptions {
  /** The provider as it is configured now; null where there is none of that id. */
  readonly config: (providerId: string) => ProviderConfig | null
  /** Opens a key, for one request. Throws `FailureError` where the vault cannot. */
  readonly openKey: (keyId: string) => Promise<string>
  readonly fetch: typeof fetch
  /** Asked about each request, right before it. */
  readonly guard: ConfiguredGuard
  readonly clock: Clock
  /** The demo provider (spec PV7), which asks nobody. */
  readonly scripted?: DialectLoader
}

/** Output tokens of a test request: enough for a model that thinks first to say something. */
const TEST_OUTPUT_TOKENS = 64
/** Nothing that a stream says is longer than this without being a fault; the assembler refuses its calls then too. */
const STREAM_MAX_CHARS = MODEL_STEP_MAX_CHARS + 1

/** All providers behind one port (spec PV1): finds the place, opens its key, loads its dialect, watches its stream. */
export function createModelPort(options: ModelPortOptions): ModelPort {
  const { clock } = options
  /** What providers said of their models since the start, by provider and id; knows more than the static table. */
  const listed = new Map<string, ReadonlyMap<string, ModelInfo>>()

  function describe(model: ModelRef): ModelInfo | null {
    const config = options.config(model.providerId)
    if (config === null) return null
    return listed.get(config.id)?.get(model.modelId) ?? knownModel(config.dialect, model.modelId)
  }

  async function open(providerId: string): Promise<ProviderPlace> {
    const config = options.config(providerId)
    if (config === null) {
      throw fail(
        'model',
        'not-found',
        'The provider of this model is no longer configured. Choose another model in the settings.',
      )
    }
    const baseUrl = config.baseUrl.trim().replace(/\/+$/, '')
    const key = config.keyId === null ? '' : (await options.openKey(config.keyId)).trim()
    // A browser's `fetch` must be called on its own global, never as a method of our object.
    const { fetch, guard } = options
    const guarded = guardedFetch((input, init) => fetch(input, init), { label: config.label, baseUrl, guard })
    return { config: { ...config, baseUrl }, key, fetch: guarded, clock }
  }

  /** Models that may not show what they think to an account, as the provider said since the start. */
  const unshown = new Set<string>()

  function thoughtsOf({ providerId, modelId, keyHint }: EchoScope): ThoughtAsking {
    const name = JSON.stringify([providerId, keyHint, modelId])
    return { asked: !unshown.has(name), refused: () => void unshown.add(name) }
  }

  const loaded = new Map<Dialect, DialectAdapter>()

  async function load(config: ProviderConfig): Promise<DialectAdapter> {
    const ready = loaded.get(config.dialect)
    if (ready !== undefined) return ready
    const loader = config.dialect === 'scripted' ? options.scripted : DIALECTS[config.dialect]
    if (loader === undefined) throw fail('model', 'unsupported', 'The demo provider is not part of this build.')
    try {
      const adapter = await loader()
      loaded.set(config.dialect, adapter)
      return adapter
    } catch {
      const said = `The code for ${config.label} could not be loaded. Reload the page; if it stays so, this copy of the app is incomplete.`
      throw fail('model', 'network', said, { retryable: true })
    }
  }

  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
    maxOutputTokens?: number,
  ): AsyncGenerator<ModelDelta, void, undefined> {
    const watch = watchIdle(clock, MODEL_IDLE_MS)
    const left = new AbortController()
    const any = AbortSignal.any([signal, watch.signal, left.signal])
    let place: ProviderPlace | null = null
    let deltas: AsyncIterator<ModelDelta> | null = null
    let chars = 0
    let accepted = false
    const heard = { accepted: () => void (accepted = true), touch: () => watch.touch() }
    try {
      place = await untilAborted(open(request.model.providerId), any)
      const { config } = place
      const scope: EchoScope = {
        providerId: config.id,
        dialect: config.dialect,
        modelId: request.model.modelId,
        keyHint: config.keyHint,
      }
      const adapter = await untilAborted(load(config), any)
      yield { type: 'start', echoScope: scope }
      const known = describe(request.model)
      const limit = maxOutputTokens === undefined ? {} : { maxOutputTokens }
      const fetch = watchedFetch(place.fetch, heard)
      const task = { ...place, fetch, request, scope, known, thoughts: thoughtsOf(scope), ...limit }
      deltas = adapter.stream(task, any)[Symbol.asyncIterator]()
      for (;;) {
        const next = await untilAborted(deltas.next(), any)
        if (next.done === true) return
        watch.touch()
        chars += lengthOf(next.value)
        if (chars > STREAM_MAX_CHARS) throw tooLong(config.label)
        yield next.value
      }
    } catch (error) {
      const failure =
        watch.signal.aborted && !signal.aborted
          ? gaveUp(place, accepted)
          : await explain(error, place, request.model, signal)
      yield { type: 'error', failure }
    } finally {
      watch.stop()
      // Closes the connection whichever way this ended; a finished request is not touched by it.
      left.abort()
      void Promise.resolve(deltas?.return?.()).catch(() => undefined)
    }
  }

  return {
    stream: (request, signal) => stream(request, signal),

    async models(providerId, signal) {
      let place: ProviderPlace | null = null
      try {
        const late = () => tooLate(options.config(providerId)?.label ?? 'The provider')
        const found = await within(MODEL_LIST_MS, clock, signal, late, async (own) => {
          place = await open(providerId)
          const adapter = await load(place.config)
          return await adapter.models(place, own)
        })
        listed.set(providerId, new Map(found.map((model) => [model.id, model])))
        return found.toSorted((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
      } catch (error) {
        throw new FailureError(await explain(error, place, { providerId, modelId: '' }, signal))
      }
    },

    describe,

    async test(model, signal) {
      const begun = clock.ticks()
      const request: ModelRequest = {
        model,
        system: '',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Answer with the word OK.' }] }],
        tools: [],
        sessionId: clock.newId(),
      }
      for await (const delta of stream(request, signal, TEST_OUTPUT_TOKENS)) {
        if (delta.type === 'error') throw new FailureError(delta.failure)
        if (delta.type === 'start') continue
        // The first sign of an answer is enough; leaving the loop closes the request.
        const label = options.config(model.providerId)?.label ?? model.providerId
        return `${label} answered with ${model.modelId} after ${((clock.ticks() - begun) / 1_000).toFixed(1)} s.`
      }
      throw fail('model', 'cut-stream', 'The provider ended the test without an answer. Try again.', {
        retryable: true,
      })
    },
  }
}

/** What is said of a provider that fell silent. One that had taken the request on may do all of it again, and be paid again. */
function gaveUp(place: ProviderPlace | null, accepted: boolean): Failure {
  const label = place?.config.label ?? 'The provider'
  const message = `${label} said nothing for ${MODEL_IDLE_MS / 1_000} seconds, so the request was given up. Try again.`
  return { stage: 'model', kind: 'timeout', message, retryable: !accepted }
}

function tooLate(label: string): FailureError {
  const said = `${label} did not send its list of models within ${MODEL_LIST_MS / 1_000} seconds. Try again, or check its address in the settings.`
  return fail('model', 'timeout', said, { retryable: true })
}

async function explain(
  error: unknown,
  place: ProviderPlace | null,
  model: ModelRef,
  signal: AbortSignal,
): Promise<Failure> {
  if (place !== null) return await toModelFailure(error, place, model.modelId, signal)
  if (signal.aborted) return { stage: 'model', kind: 'aborted', message: 'It was stopped.', retryable: false }
  if (error instanceof FailureError) return error.failure
  // What a vault throws may hold anything; it is not passed on.
  return {
    stage: 'model',
    kind: 'bad-key',
    message: 'The key of this provider could not be opened. Enter it again in the settings.',
    retryable: false,
  }
}

/** Everything of a delta that is kept: text, arguments, and what is to be echoed. */
function lengthOf(delta: ModelDelta): number {
  const echo = 'echo' in delta && delta.echo !== undefined ? JSON.stringify(delta.echo).length : 0
  switch (delta.type) {
    case 'text':
    case 'reasoning':
    case 'call-delta':
      return delta.text.length
    case 'call':
      return delta.input.length + echo
    default:
      return echo
  }
}

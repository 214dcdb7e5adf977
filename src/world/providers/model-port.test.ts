import { afterEach, describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { fail, FailureError, type Failure } from '#contracts/failure.ts'
import type { JsonObject } from '#contracts/json.ts'
import { MODEL_IDLE_MS, MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'
import type { Dialect, ProviderConfig } from '#contracts/models.ts'
import type { ModelDelta, ModelPort, ModelRequest } from '#contracts/ports/model.ts'
import {
  replayFetch,
  startByteReplayer,
  type ByteReplayer,
  type Replay,
  type SeenRequest,
} from '#e2e/doubles/byte-replayer.ts'
import { madeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { createModelPort, type ModelPortOptions } from './model-port.ts'

const config = (dialect: Dialect, baseUrl = 'https://p.example/v1'): ProviderConfig => ({
  id: 'p',
  dialect,
  label: 'The lab',
  baseUrl,
  keyId: 'k',
  keyHint: 'wxyz',
  addedAt: 0,
})

function portOf(dialect: Dialect, more: Partial<ModelPortOptions> = {}): ModelPort {
  return createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => config(dialect),
    openKey: async () => 'secret',
    fetch: replayFetch(() => ({ body: '' })),
    clock: manualClock(),
    ...more,
  })
}

const request = (modelId = 'm-1'): ModelRequest => ({
  model: { providerId: 'p', modelId },
  system: '',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }],
  tools: [],
  sessionId: 's',
})

async function collect(stream: AsyncIterable<ModelDelta>): Promise<ModelDelta[]> {
  const found: ModelDelta[] = []
  for await (const delta of stream) found.push(delta)
  return found
}

async function failureIn(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => new Error('It did not fail.'),
    (reason: unknown) => reason,
  )
  if (error instanceof FailureError) return error.failure
  throw error
}

/** A `fetch` whose answer sends some bytes and then nothing, until it is aborted. */
function hanging(body: string, onAbort: () => void): typeof fetch {
  return async (_input, init) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(body))
        init?.signal?.addEventListener('abort', () => {
          onAbort()
          controller.error(init.signal?.reason)
        })
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
}

const beginning = madeStream('anthropic').body.slice(0, 900)

describe('a stream', () => {
  it('begins with the place that its echo values belong to', async () => {
    const fetch = replayFetch(() => ({ body: madeStream('anthropic').body }))
    const [first] = await collect(portOf('anthropic', { fetch }).stream(request(), new AbortController().signal))
    expect(first).toEqual({
      type: 'start',
      echoScope: { providerId: 'p', dialect: 'anthropic', modelId: 'm-1', keyHint: 'wxyz' },
    })
  })

  it('ends with an error of kind aborted as soon as it is stopped, and closes the request', async () => {
    const stop = new AbortController()
    let closed = 0
    const clock = manualClock()
    const port = portOf('anthropic', { fetch: hanging(beginning, () => (closed += 1)), clock })
    const found: ModelDelta[] = []
    for await (const delta of port.stream(request(), stop.signal)) {
      found.push(delta)
      // With a reason of our own, which libraries wrap into an error that looks like the provider's.
      if (delta.type === 'reasoning') stop.abort(new Error('The person stopped it.'))
    }
    expect(found.at(-1)).toEqual({
      type: 'error',
      failure: { stage: 'model', kind: 'aborted', message: 'It was stopped.', retryable: false },
    })
    expect({ closed, timers: clock.pending() }).toEqual({ closed: 1, timers: 0 })
  })

  it('sends nothing when it is stopped before it began', async () => {
    const seen: SeenRequest[] = []
    const fetch = replayFetch(() => ({ body: '' }), seen)
    const found = await collect(portOf('anthropic', { fetch }).stream(request(), AbortSignal.abort()))
    expect(found.map((delta) => (delta.type === 'error' ? delta.failure.kind : delta.type))).toEqual(['aborted'])
    expect(seen).toEqual([])
  })

  const block = 'x'.repeat(100_000)
  const detail = (piece: JsonObject) => ({ choices: [{ delta: { reasoning_details: [piece] } }] })
  const thinking = [
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: block } },
    { type: 'content_block_stop', index: 0 },
  ]
  it.each<[string, Dialect, JsonObject[]]>([
    ['text of its thoughts', 'openrouter', [detail({ type: 'reasoning.text', index: 0, text: block })]],
    ['sealed thoughts', 'openrouter', [detail({ type: 'reasoning.encrypted', index: 0, data: block })]],
    ['signatures', 'anthropic', thinking],
  ])('is stopped where %s to be echoed goes on for ever', async (_, dialect, events) => {
    const said = new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    let pieces = 0
    const fetch = async (): Promise<Response> => {
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
        pieces += 1
        if (pieces > 200) controller.close()
        else controller.enqueue(said)
      }
      return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } })
    }
    const found = await collect(portOf(dialect, { fetch }).stream(request(), new AbortController().signal))
    expect(found.at(-1)).toEqual({
      type: 'error',
      failure: {
        stage: 'model',
        kind: 'malformed-stream',
        message: `The lab sent more than ${MODEL_STEP_MAX_CHARS} characters in one answer, so it was stopped.`,
        retryable: false,
      },
    })
    expect(pieces).toBeLessThan(100)
  })

  it('is not stopped for what stands around the many pieces of a long text', async () => {
    const piece = detail({ type: 'reasoning.text', text: 'Hm. ', format: 'f'.repeat(1_000), index: 0 })
    const finish = { choices: [{ delta: {}, finish_reason: 'stop' }] }
    const events = [...Array<JsonObject>(5_000).fill(piece), finish]
    const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
    const fetch = replayFetch(() => ({ body }))
    const found = await collect(portOf('openrouter', { fetch }).stream(request(), new AbortController().signal))
    const echo = {
      openrouter: {
        reasoning_details: [
          { type: 'reasoning.text', text: 'Hm. '.repeat(5_000), format: 'f'.repeat(1_000), index: 0 },
        ],
      },
    }
    expect(found.find((delta) => delta.type === 'reasoning-end')).toEqual({ type: 'reasoning-end', index: 0, echo })
    expect(found.at(-1)?.type).toBe('finish')
  })

  it('closes the request when its reader leaves', async () => {
    let closed = 0
    const port = portOf('anthropic', { fetch: hanging(beginning, () => (closed += 1)) })
    for await (const delta of port.stream(request(), new AbortController().signal))
      if (delta.type === 'reasoning') break
    expect(closed).toBe(1)
  })

  it('is given up when it says nothing for too long', async () => {
    const clock = manualClock()
    let closed = 0
    let closedEarly = -1
    const port = portOf('anthropic', { fetch: hanging(beginning, () => (closed += 1)), clock })
    const passTime = async () => {
      await clock.advance(MODEL_IDLE_MS - 1)
      closedEarly = closed
      await clock.advance(MODEL_IDLE_MS)
    }
    const found: ModelDelta[] = []
    let passing: Promise<void> | null = null
    for await (const delta of port.stream(request(), new AbortController().signal)) {
      found.push(delta)
      // From here on the server is silent; what it had sent before still arrives.
      if (delta.type === 'reasoning') passing ??= passTime()
    }
    await passing
    const last = found.at(-1)
    expect(last?.type === 'error' ? { kind: last.failure.kind, retryable: last.failure.retryable } : last).toEqual({
      kind: 'timeout',
      // The provider had begun to answer: asked again, it would be paid again.
      retryable: false,
    })
    expect({ closedEarly, closed, timers: clock.pending() }).toEqual({ closedEarly: 0, closed: 1, timers: 0 })
  })

  it('says what to do where the provider is gone, the key is lost or the demo is not built in', async () => {
    const kinds = async (port: ModelPort) =>
      (await collect(port.stream(request(), new AbortController().signal))).map((delta) =>
        delta.type === 'error' ? delta.failure.kind : delta.type,
      )
    expect(await kinds(portOf('anthropic', { config: () => null }))).toEqual(['not-found'])
    const lost = async () => Promise.reject(fail('command', 'bad-key', 'The key is lost. Enter it again.'))
    expect(await kinds(portOf('anthropic', { openKey: lost }))).toEqual(['bad-key'])
    const broken = async () => Promise.reject(new Error('secret-in-an-error'))
    const found = await collect(
      portOf('anthropic', { openKey: broken }).stream(request(), new AbortController().signal),
    )
    expect(JSON.stringify(found)).not.toContain('secret-in-an-error')
    expect(await kinds(portOf('scripted'))).toEqual(['unsupported'])
  })

  it('takes its adapter from whoever brings the demo', async () => {
    const scripted = async () => ({
      async *stream() {
        yield { type: 'text' as const, index: 0, text: 'Hello.' }
      },
      models: async () => [],
    })
    const found = await collect(portOf('scripted', { scripted }).stream(request(), new AbortController().signal))
    expect(found.map((delta) => delta.type)).toEqual(['start', 'text'])
  })
})

describe('the server at the other end', () => {
  let server: ByteReplayer | null = null
  afterEach(async () => {
    await server?.close()
    server = null
  })

  it('gets the test request, small, and its answer is told in a sentence', async () => {
    server = await startByteReplayer(() => ({ body: madeStream('anthropic').body }))
    const { url, requests } = server
    const port = portOf('anthropic', { config: () => config('anthropic', url), fetch: globalThis.fetch })
    expect(await port.test({ providerId: 'p', modelId: 'm-1' }, new AbortController().signal)).toBe(
      'The lab answered with m-1 after 0.0 s.',
    )
    const body = JSON.parse(requests[0]?.body ?? '{}') as Record<string, unknown>
    expect({ max: body['max_tokens'], messages: body['messages'] }).toEqual({
      max: 64,
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: 'Answer with the word OK.', cache_control: { type: 'ephemeral' } }],
        },
      ],
    })
  })

  it('fails the test with what to change', async () => {
    server = await startByteReplayer(() => ({
      status: 401,
      body: '{"error":{"message":"no","type":"invalid_request_error","code":"invalid_api_key"}}',
    }))
    const { url } = server
    const port = portOf('openai-chat', { config: () => config('openai-chat', url), fetch: globalThis.fetch })
    const failure = await failureIn(port.test({ providerId: 'p', modelId: 'm-1' }, new AbortController().signal))
    expect({ stage: failure.stage, kind: failure.kind }).toEqual({ stage: 'model', kind: 'bad-key' })
  })
})

describe('the list of models', () => {
  const list = (dialect: Dialect, body: unknown, seen: SeenRequest[] = []) => {
    const fetch = replayFetch(
      (): Replay => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      seen,
    )
    return portOf(dialect, { fetch }).models('p', new AbortController().signal)
  }

  it('comes from anthropic with what the table adds, in the order of the labels', async () => {
    const seen: SeenRequest[] = []
    const models = await list(
      'anthropic',
      {
        data: [
          { id: 'new-1', display_name: 'Zeta' },
          { id: 'claude-haiku-4-5-20251001', display_name: 'Claude Haiku 4.5' },
          { odd: true },
        ],
      },
      seen,
    )
    expect(models).toEqual([
      {
        id: 'claude-haiku-4-5-20251001',
        label: 'Claude Haiku 4.5',
        contextTokens: 200_000,
        maxOutputTokens: 64_000,
        readsImages: true,
        price: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
      },
      { id: 'new-1', label: 'Zeta', contextTokens: null, maxOutputTokens: null, readsImages: null, price: null },
    ])
    expect(
      seen.map(({ method, path, headers }) => [
        method,
        path,
        headers['x-api-key'],
        headers['anthropic-dangerous-direct-browser-access'],
      ]),
    ).toEqual([['GET', '/v1/models?limit=1000', 'secret', 'true']])
  })

  it('leaves out of openai what cannot chat, and nothing elsewhere', async () => {
    const body = {
      object: 'list',
      data: [{ id: 'gpt-5' }, { id: 'text-embedding-3-small' }, { id: 'gpt-4o-transcribe' }],
    }
    expect((await list('openai-responses', body)).map((model) => model.id)).toEqual(['gpt-5'])
    expect((await list('openai-compatible', body)).map((model) => model.id)).toHaveLength(3)
  })

  it('takes the context length where a local server says it', async () => {
    const models = await list('openai-compatible', {
      data: [
        { id: 'a', max_model_len: 32_768 },
        { id: 'b', meta: { n_ctx_train: 8_192 } },
        { id: 'c', max_model_len: 'many' },
      ],
    })
    expect(models.map((model) => model.contextTokens)).toEqual([32_768, 8_192, null])
  })

  it('comes from google without its prefix', async () => {
    const models = await list('google', {
      models: [
        {
          name: 'models/gemini-x',
          displayName: 'Gemini X',
          inputTokenLimit: 1000,
          outputTokenLimit: 100,
          supportedGenerationMethods: ['generateContent'],
        },
        { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
      ],
    })
    expect(models).toEqual([
      { id: 'gemini-x', label: 'Gemini X', contextTokens: 1000, maxOutputTokens: 100, readsImages: null, price: null },
    ])
  })

  it('comes from openrouter with prices per million', async () => {
    const models = await list('openrouter', {
      data: [
        {
          id: 'a/b',
          name: 'A: B',
          context_length: 200_000,
          architecture: { input_modalities: ['text', 'image'] },
          top_provider: { max_completion_tokens: 64_000 },
          pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' },
        },
        { id: 'c/d', pricing: { prompt: '-1', completion: 'x' } },
      ],
    })
    expect(models).toEqual([
      {
        id: 'a/b',
        label: 'A: B',
        contextTokens: 200_000,
        maxOutputTokens: 64_000,
        readsImages: true,
        price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3 },
      },
      { id: 'c/d', label: 'c/d', contextTokens: null, maxOutputTokens: null, readsImages: null, price: null },
    ])
  })

  it('says what is wrong where the answer is no list', async () => {
    const fetch = replayFetch(() => ({ body: '<html>', headers: { 'content-type': 'text/html' } }))
    const failure = await failureIn(portOf('openai-compatible', { fetch }).models('p', new AbortController().signal))
    expect({ stage: failure.stage, kind: failure.kind }).toEqual({ stage: 'model', kind: 'malformed-stream' })
  })
})

it('describes a model that it knows, under its dated names too, and guesses nothing', () => {
  const port = portOf('anthropic')
  const context = (modelId: string) => port.describe({ providerId: 'p', modelId })?.contextTokens
  expect(['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929', 'claude-sonnet-9'].map(context)).toEqual([
    200_000,
    200_000,
    undefined,
  ])
})

it('knows a model that is in no table once the provider has listed it', async () => {
  const body = JSON.stringify({
    data: [{ id: 'a/b', context_length: 32_000, architecture: { input_modalities: ['text'] } }],
  })
  const seen: SeenRequest[] = []
  const made = madeStream('openrouter').body
  const port = portOf('openrouter', {
    fetch: replayFetch(({ method }) => ({ body: method === 'GET' ? body : made }), seen),
  })
  const model = { providerId: 'p', modelId: 'a/b' }
  expect(port.describe(model)).toBeNull()
  await port.models('p', new AbortController().signal)
  expect(port.describe(model)?.contextTokens).toBe(32_000)
  // It reads no images, so none is sent to it.
  const image = { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const
  await collect(
    port.stream({ ...request('a/b'), messages: [{ role: 'user', content: [image] }] }, new AbortController().signal),
  )
  expect(seen.at(-1)?.body).toContain('This model reads no images.')
})

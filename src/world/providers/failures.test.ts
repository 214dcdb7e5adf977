import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import type { Failure } from '#contracts/failure.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { startByteReplayer, type ByteReplayer, type Replay } from '#e2e/doubles/byte-replayer.ts'
import { madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { createModelPort } from './model-port.ts'

const KEY = 'sk-very-secret-key-1234'
let server: ByteReplayer
let answer: Replay = { body: '' }

beforeAll(async () => {
  server = await startByteReplayer(() => answer)
})
afterAll(() => server.close())

function portTo(dialect: MadeStream['dialect'], baseUrl: string, key: string | null = KEY) {
  const config: ProviderConfig = {
    id: 'p',
    dialect,
    label: 'The lab',
    baseUrl,
    keyId: key === null ? null : 'k',
    keyHint: '',
    addedAt: 0,
  }
  return createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => config,
    openKey: async () => key ?? '',
    fetch: globalThis.fetch,
    clock: manualClock(),
  })
}

async function deltasOf(
  dialect: MadeStream['dialect'],
  baseUrl = server.url,
  key: string | null = KEY,
): Promise<ModelDelta[]> {
  const request = {
    model: { providerId: 'p', modelId: 'm-1' },
    system: '',
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }],
    tools: [],
    sessionId: 's',
  }
  const found: ModelDelta[] = []
  for await (const delta of portTo(dialect, baseUrl, key).stream(request, new AbortController().signal))
    found.push(delta)
  return found
}

async function failureOf(
  dialect: MadeStream['dialect'],
  replay: Replay,
  baseUrl?: string,
  key?: string | null,
): Promise<Failure> {
  answer = { headers: { 'content-type': 'application/json' }, ...replay }
  const error = (await deltasOf(dialect, baseUrl, key)).find((delta) => delta.type === 'error')
  if (error?.type !== 'error') throw new Error('It did not fail.')
  return error.failure
}

const anthropicError = (type: string, message: string) => JSON.stringify({ type: 'error', error: { type, message } })
const openAiError = (code: string | null, message: string, type = 'invalid_request_error') =>
  JSON.stringify({ error: { message, type, param: null, code } })
const googleError = (code: number, status: string, message: string, details: object[] = []) =>
  JSON.stringify({ error: { code, message, status, details } })

describe('an answer that is an error', () => {
  it.each([
    ['anthropic', 401, anthropicError('authentication_error', 'invalid x-api-key'), 'bad-key', false],
    ['anthropic', 403, anthropicError('permission_error', 'Your key may not use this.'), 'bad-key', false],
    [
      'anthropic',
      400,
      anthropicError('invalid_request_error', 'Your credit balance is too low to access the API.'),
      'no-credit',
      false,
    ],
    [
      'anthropic',
      400,
      anthropicError('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      'context-too-long',
      false,
    ],
    [
      'anthropic',
      413,
      anthropicError('request_too_large', 'Request exceeds the maximum size'),
      'context-too-long',
      false,
    ],
    ['anthropic', 404, anthropicError('not_found_error', 'model: m-1'), 'model-not-found', false],
    ['anthropic', 529, anthropicError('overloaded_error', 'Overloaded'), 'overloaded', true],
    ['anthropic', 500, anthropicError('api_error', 'Internal server error'), 'overloaded', true],
    [
      'anthropic',
      400,
      anthropicError('invalid_request_error', 'messages: at least one message is required'),
      'bad-request',
      false,
    ],
    ['openai-responses', 401, openAiError('invalid_api_key', 'Incorrect API key provided'), 'bad-key', false],
    [
      'openai-responses',
      429,
      openAiError('insufficient_quota', 'You exceeded your current quota.', 'insufficient_quota'),
      'no-credit',
      false,
    ],
    [
      'openai-responses',
      400,
      openAiError('context_length_exceeded', "This model's maximum context length is 8192 tokens."),
      'context-too-long',
      false,
    ],
    [
      'openai-responses',
      400,
      openAiError('model_not_found', 'The requested model does not exist.'),
      'model-not-found',
      false,
    ],
    ['openai-chat', 429, openAiError('rate_limit_exceeded', 'Rate limit reached', 'requests'), 'rate-limit', true],
    [
      'openai-chat',
      400,
      openAiError('content_filter', 'The response was filtered due to the content management policy.'),
      'content-filter',
      false,
    ],
    ['openai-chat', 503, openAiError(null, 'The engine is currently overloaded', 'server_error'), 'overloaded', true],
    [
      'google',
      400,
      googleError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
      'bad-key',
      false,
    ],
    ['google', 403, googleError(403, 'PERMISSION_DENIED', 'Permission denied'), 'bad-key', false],
    [
      'google',
      404,
      googleError(404, 'NOT_FOUND', 'models/m-1 is not found for API version v1beta'),
      'model-not-found',
      false,
    ],
    [
      'google',
      400,
      googleError(400, 'INVALID_ARGUMENT', 'The input token count (1200000) exceeds the maximum'),
      'context-too-long',
      false,
    ],
    ['google', 503, googleError(503, 'UNAVAILABLE', 'The model is overloaded.'), 'overloaded', true],
    ['openrouter', 402, openAiError(null, 'Insufficient credits. Add more using the link.'), 'no-credit', false],
    [
      'openrouter',
      400,
      JSON.stringify({ error: { message: 'm-1 is not a valid model ID', code: 400 } }),
      'model-not-found',
      false,
    ],
    [
      'openrouter',
      401,
      JSON.stringify({ error: { message: 'No auth credentials found', code: 401 } }),
      'bad-key',
      false,
    ],
    [
      'openai-compatible',
      404,
      openAiError(null, 'model "m-1" not found, try pulling it first', 'api_error'),
      'model-not-found',
      false,
    ],
    [
      'openai-compatible',
      500,
      JSON.stringify({
        error: { code: 500, message: 'the request exceeds the available context size', type: 'server_error' },
      }),
      'context-too-long',
      false,
    ],
    ['openai-compatible', 502, '<html>Bad gateway</html>', 'overloaded', true],
  ] as const)('in %s, status %i: %s', async (dialect, status, body, kind, retryable) => {
    const failure = await failureOf(dialect, { body, status })
    expect({
      stage: failure.stage,
      kind: failure.kind,
      retryable: failure.retryable,
      status: failure.detail?.['status'],
    }).toEqual({ stage: 'model', kind, retryable, status })
    expect(failure.message).toMatch(/^(The|A) .*\.( It says: ".*")?$/)
  })
})

describe('how long a limit asks to wait', () => {
  it.each([
    [
      'a header in seconds',
      { body: anthropicError('rate_limit_error', 'Slow down'), headers: { 'retry-after': '7' } },
      'anthropic',
      7_000,
    ],
    [
      'a header with a date',
      {
        body: anthropicError('rate_limit_error', 'Slow down'),
        headers: { 'retry-after': new Date(1_700_000_030_000).toUTCString() },
      },
      'anthropic',
      30_000,
    ],
    [
      'a header in milliseconds',
      { body: openAiError('rate_limit_exceeded', 'Slow down'), headers: { 'retry-after-ms': '250' } },
      'openai-chat',
      250,
    ],
    [
      'the words of the message',
      { body: openAiError('rate_limit_exceeded', 'Rate limit reached. Please try again in 1.5s.') },
      'openai-chat',
      1_500,
    ],
    ...(
      [
        ['1m30s', 90_000],
        ['6m0s', 360_000],
        ['1h2m3.5s', 3_723_500],
        ['20ms', 20],
        ['2 m 5 s', 125_000],
        ['3m', 180_000],
        ['two moments', undefined],
        ['5 months', undefined],
      ] as const
    ).map(
      ([words, wait]) =>
        [
          `the words "${words}"`,
          { body: openAiError('rate_limit_exceeded', `Rate limit reached. Please try again in ${words}. Or pay.`) },
          'openai-chat',
          wait,
        ] as const,
    ),
    [
      'the details of the body',
      { body: googleError(429, 'RESOURCE_EXHAUSTED', 'Quota', [{ '@type': 'RetryInfo', retryDelay: '34s' }]) },
      'google',
      34_000,
    ],
    ['nowhere', { body: anthropicError('rate_limit_error', 'Slow down') }, 'anthropic', undefined],
  ] as const)('is read from %s', async (_, replay, dialect, wait) => {
    const failure = await failureOf(dialect, { status: 429, ...replay })
    expect({ kind: failure.kind, wait: failure.detail?.['retryAfterMs'] }).toEqual({ kind: 'rate-limit', wait })
  })
})

it('never repeats the key, however often the provider does', async () => {
  const said = `Bad key ${KEY}, again ${encodeURIComponent(KEY)}. ${'x'.repeat(900)}`
  const failure = await failureOf('openai-chat', { status: 401, body: openAiError('invalid_api_key', said) })
  expect(JSON.stringify(failure)).not.toContain('very-secret')
  expect(failure.message).toContain('Bad key [key], again [key].')
  expect(failure.message.length).toBeLessThan(600)
})

it('tells a missing key from a wrong one', async () => {
  const replay = { status: 401, body: anthropicError('authentication_error', 'x-api-key header is required') }
  expect((await failureOf('anthropic', replay, undefined, null)).message).toMatch(
    /^The lab asks for a key\. Add one in the settings\./,
  )
  expect((await failureOf('anthropic', replay)).message).toMatch(
    /^The lab did not accept the key\. Check it in the settings/,
  )
})

describe('an error inside of a stream', () => {
  it('is told apart like one that came at once', async () => {
    const made = madeStream('anthropic').body
    const at = made.indexOf('event: content_block_stop')
    const inside = `${made.slice(0, at)}event: error\ndata: ${anthropicError('overloaded_error', 'Overloaded')}\n\n`
    expect((await failureOf('anthropic', { body: inside, headers: {} })).kind).toBe('overloaded')
    const chat = madeStream('openai-compatible').body
    const failing = `${chat.slice(0, chat.indexOf('data: [DONE]'))}data: ${openAiError('context_length_exceeded', 'Too long')}\n\n`
    expect((await failureOf('openai-compatible', { body: failing, headers: {} })).kind).toBe('context-too-long')
  })

  it.each(['anthropic', 'openai-responses', 'openai-chat', 'google', 'openrouter', 'openai-compatible'] as const)(
    'is a cut stream where the connection is reset, in %s',
    async (dialect) => {
      const failure = await failureOf(dialect, {
        body: madeStream(dialect).body,
        headers: {},
        end: { kind: 'reset', at: 600 },
      })
      expect({ kind: failure.kind, retryable: failure.retryable }).toEqual({ kind: 'cut-stream', retryable: true })
    },
  )

  it('is a malformed stream where the body is no stream at all', async () => {
    const failure = await failureOf('anthropic', { body: 'data: <html>\n\n', headers: {} })
    expect(failure.kind).toBe('malformed-stream')
  })
})

it('says that nothing listens where nothing does', async () => {
  const closed = await startByteReplayer(() => ({ body: '' }))
  await closed.close()
  const failure = await failureOf('openai-compatible', { body: '' }, closed.url)
  expect(failure).toEqual({
    stage: 'model',
    kind: 'not-listening',
    message: `Nothing answers at ${closed.url}. Start the server there, or correct the address; if the browser asked for leave to reach the local network, grant it.`,
    retryable: true,
    detail: { sure: 'likely' },
  })
})

describe('an answer that cannot be read is told in our words alone, whatever the library says', () => {
  const DIALECTS = [
    'anthropic',
    'openai-responses',
    'openai-chat',
    'google',
    'openrouter',
    'openai-compatible',
  ] as const
  const events = { 'content-type': 'text/event-stream' }
  it.each(
    DIALECTS.flatMap((dialect) => [
      [dialect, 'a broken line', { headers: events, body: 'data: {"broken\n\n' }],
      [dialect, 'an event of another form', { headers: events, body: 'data: {"choices":7,"type":7}\n\n' }],
      [dialect, 'a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Sign in to the hotel</html>' }],
      [dialect, 'nothing', { headers: events, body: '' }],
      [dialect, 'half an event', { headers: events, body: 'data: {"type":"message_start","mess' }],
    ]) as readonly (readonly [MadeStream['dialect'], string, Replay])[],
  )('%s: %s', async (dialect, _, replay) => {
    answer = { status: 200, ...replay }
    const errors = (await deltasOf(dialect)).flatMap((delta) => (delta.type === 'error' ? [delta.failure] : []))
    const libraryWords = /JSON|parsing|Failed to|Unexpected|undefined|Text:|It says|type validation|Value:/i
    expect(errors.map(({ message }) => message).filter((message) => libraryWords.test(message))).toEqual([])
  })
})

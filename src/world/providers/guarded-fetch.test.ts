import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { FailureError, type Failure } from '#contracts/failure.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import { startByteReplayer, type ByteReplayer, type Replay } from '#e2e/doubles/byte-replayer.ts'
import { madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { createModelPort } from './model-port.ts'

const KEY = 'sk-very-secret-key-1234'
const DIALECTS: readonly MadeStream['dialect'][] = [
  'anthropic',
  'openai-responses',
  'openai-chat',
  'google',
  'openrouter',
  'openai-compatible',
]

let here: ByteReplayer
let elsewhere: ByteReplayer
let answer: Replay = { body: '' }

beforeAll(async () => {
  here = await startByteReplayer(() => answer)
  elsewhere = await startByteReplayer(() => ({ body: '{"data":[],"models":[]}' }))
})
afterAll(async () => {
  await here.close()
  await elsewhere.close()
})
beforeEach(() => {
  here.requests.length = 0
  elsewhere.requests.length = 0
})

function portTo(dialect: MadeStream['dialect'], baseUrl: string): ModelPort {
  const config: ProviderConfig = {
    id: 'p',
    dialect,
    label: 'The lab',
    baseUrl,
    keyId: 'k',
    keyHint: '1234',
    addedAt: 0,
  }
  return createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => config,
    openKey: async () => KEY,
    fetch: globalThis.fetch,
    clock: manualClock(),
  })
}

async function failureOf(asked: Promise<unknown>): Promise<Failure> {
  try {
    await asked
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('It did not fail.')
}

const REDIRECTED: Failure = {
  stage: 'model',
  kind: 'bad-request',
  message:
    'The address of The lab redirects, and a key is not sent along to another address. Enter the final one in the settings.',
  retryable: false,
}
const signal = () => new AbortController().signal

describe('a provider that redirects to another port', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    it.each(DIALECTS)(`never gets the key sent there, with status ${status}, in %s`, async (dialect) => {
      answer = { body: '', status, headers: { location: `${elsewhere.url}/v1/caught` } }
      const port = portTo(dialect, `${here.url}/v1`)
      expect(await failureOf(port.models('p', signal()))).toEqual(REDIRECTED)
      expect(await failureOf(port.test({ providerId: 'p', modelId: 'm' }, signal()))).toEqual(REDIRECTED)
      expect(elsewhere.requests).toEqual([])
      // The key did reach the place it was entered for: it was a request that could have been taken along.
      expect(here.requests.map(({ headers }) => JSON.stringify(headers).includes(KEY))).toEqual([true, true])
    })
  }

  it('is refused within its own origin too: only the address that was entered is asked', async () => {
    answer = { body: '', status: 308, headers: { location: '/v2/models' } }
    expect(await failureOf(portTo('openai-chat', `${here.url}/v1`).models('p', signal()))).toEqual(REDIRECTED)
    expect(here.requests.map(({ path }) => path)).toEqual(['/v1/models'])
  })
})

describe('every request of a provider', () => {
  it.each(DIALECTS)('goes out without cookies, referrer, cache and redirects, in %s', async (dialect) => {
    const seen: (RequestInit | undefined)[] = []
    answer = { body: madeStream(dialect).body }
    const port = createModelPort({
      guard: CONFIGURED_GUARD,
      config: () => ({ id: 'p', dialect, label: 'P', baseUrl: here.url, keyId: null, keyHint: '', addedAt: 0 }),
      openKey: async () => '',
      fetch: (input, init) => {
        seen.push(init)
        return fetch(input, init)
      },
      clock: manualClock(),
    })
    await port.test({ providerId: 'p', modelId: 'm' }, signal())
    answer = { body: '{"data":[],"models":[]}' }
    await port.models('p', signal())
    const settings = seen.map((init) => [
      init?.mode,
      init?.redirect,
      init?.credentials,
      init?.referrerPolicy,
      init?.cache,
    ])
    const guarded = ['cors', 'manual', 'omit', 'no-referrer', 'no-store']
    expect(settings).toEqual([guarded, guarded])
  })

  it.each([
    'http://127.0.0.1:1/v1/models',
    'https://p.example.evil.example/v1/models',
    'https://user:pw@p.example/v1/models',
    'http://p.example/v1/models',
    'data:application/json,{}',
    '/v1/models',
  ])('stays at the address of its provider: %s is refused', async (url) => {
    const sent: unknown[] = []
    const base: typeof fetch = async (input) => {
      sent.push(input)
      return new Response('{}')
    }
    const guarded = guardedFetch(base, { label: 'The lab', baseUrl: 'https://p.example/v1', guard: CONFIGURED_GUARD })
    expect(await failureOf(guarded(url))).toEqual({
      stage: 'model',
      kind: 'bad-request',
      message: 'A request would have left https://p.example, the address of The lab, so it was not sent.',
      retryable: false,
    })
    expect((await guarded('https://p.example/v1/models')).status).toBe(200)
    expect(sent).toEqual(['https://p.example/v1/models'])
  })

  it.each(['', 'ftp://p.example', 'p.example/v1', 'https://user:pw@p.example/v1'])(
    'is refused where the address is no web address: %j',
    async (baseUrl) => {
      const failure = await failureOf(portTo('openai-chat', baseUrl).models('p', signal()))
      expect(failure).toEqual({
        stage: 'model',
        kind: 'bad-request',
        message: 'The address of The lab is not a web address. Correct it in the settings.',
        retryable: false,
      })
    },
  )
})

it('asks the outbound guard about each request, right before it, with what was entered', async () => {
  const asked: [string, string][] = []
  const sent: unknown[] = []
  const guarded = guardedFetch(
    async (input) => {
      sent.push(input)
      return new Response('{}')
    },
    {
      label: 'The lab',
      baseUrl: 'http://localhost:11434/v1',
      guard: (url, configured) => {
        asked.push([url, configured])
        return CONFIGURED_GUARD(url, configured)
      },
    },
  )
  await guarded('http://localhost:11434/v1/models')
  await failureOf(guarded('http://127.0.0.1:11434/v1/models'))
  expect(asked.filter(([url, configured]) => url !== configured)).toEqual([
    ['http://localhost:11434/v1/models', 'http://localhost:11434/v1'],
    ['http://127.0.0.1:11434/v1/models', 'http://localhost:11434/v1'],
  ])
  expect(sent).toEqual(['http://localhost:11434/v1/models'])
})

it.each(['http://localhost:11434/v1', 'http://127.0.0.1:1234/v1', 'http://192.168.1.20:8000', 'http://[fd00::1]/v1'])(
  'asks a server of the person or of their network over http, because they typed it: %s',
  async (baseUrl) => {
    const sent: unknown[] = []
    const base: typeof fetch = async (input) => {
      sent.push(input)
      return new Response('{}')
    }
    await guardedFetch(base, { label: 'The lab', baseUrl, guard: CONFIGURED_GUARD })(`${baseUrl}/models`)
    expect(sent).toEqual([`${baseUrl}/models`])
  },
)

it('asks after a failure without the key, whatever it is handed', async () => {
  const seen: unknown[] = []
  const base: typeof fetch = async (input, init) => {
    seen.push([input, { ...init, signal: null }])
    return new Response(null)
  }
  const guarded = guardedFetch(base, { label: 'The lab', baseUrl: 'https://p.example/v1', guard: CONFIGURED_GUARD })
  await guarded('https://p.example/v1', { method: 'POST', mode: 'no-cors', headers: { 'x-api-key': KEY }, body: KEY })
  expect(seen).toEqual([
    [
      'https://p.example/v1',
      {
        method: 'GET',
        mode: 'no-cors',
        signal: null,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      },
    ],
  ])
})

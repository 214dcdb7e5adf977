import { afterEach, describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { FailureError, type Failure } from '#contracts/failure.ts'
import { MODEL_LIST_MAX_BYTES, MODEL_LIST_MS } from '#contracts/limits.ts'
import { startByteReplayer, type ByteReplayer } from '#e2e/doubles/byte-replayer.ts'
import { MADE_DIALECTS, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { createModelPort, type ModelPortOptions } from './model-port.ts'

let server: ByteReplayer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

type Given = Pick<ModelPortOptions, 'fetch'> & Partial<ModelPortOptions>

/** How asking for the list fails; the models where it does not. */
async function failureOf(
  dialect: MadeStream['dialect'],
  given: Given,
  baseUrl = 'https://p.example/v1',
): Promise<Failure> {
  const port = createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => ({ id: 'p', dialect, label: 'The lab', baseUrl, keyId: 'k', keyHint: '', addedAt: 0 }),
    openKey: async () => 'secret',
    clock: manualClock(),
    ...given,
  })
  try {
    const models = await port.models('p', new AbortController().signal)
    throw new Error(`It did not fail: ${models.length} models.`)
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
}

const LATE: Failure = {
  stage: 'model',
  kind: 'timeout',
  message:
    'The lab did not send its list of models within 30 seconds. Try again, or check its address in the settings.',
  retryable: true,
}

describe('a list that does not come to its end', () => {
  it.each(MADE_DIALECTS)('is given up, in %s', async (dialect) => {
    const clock = manualClock()
    // A server that takes the connection and says nothing, whatever its client does.
    const deaf: typeof fetch = () => {
      void clock.advance(MODEL_LIST_MS)
      return new Promise(() => {})
    }
    expect(await failureOf(dialect, { fetch: deaf, clock })).toEqual(LATE)
    expect(clock.pending()).toBe(0)
  })

  it('is given up where a byte comes now and then', async () => {
    const clock = manualClock()
    const trickling: typeof fetch = async () => {
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            await clock.advance(10_000)
            controller.enqueue(new Uint8Array([0x20]))
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body)
    }
    expect(await failureOf('openai-compatible', { fetch: trickling, clock })).toEqual(LATE)
  })

  it('is given up where the key cannot be opened', async () => {
    const clock = manualClock()
    const openKey = () => {
      void clock.advance(MODEL_LIST_MS)
      return new Promise<string>(() => {})
    }
    expect(await failureOf('anthropic', { fetch: globalThis.fetch, openKey, clock })).toEqual(LATE)
  })

  it.each(MADE_DIALECTS)('is not read beyond its bound, in %s', async (dialect) => {
    let sent = 0
    let closed = false
    const endless: typeof fetch = async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1_000_000
          controller.enqueue(new Uint8Array(1_000_000).fill(0x20))
        },
        cancel() {
          closed = true
        },
      })
      return new Response(body)
    }
    expect(await failureOf(dialect, { fetch: endless })).toEqual({
      stage: 'model',
      kind: 'malformed-stream',
      message:
        'The lab sent more than 10 MB as its list of models, so it was not read on. Check the address in the settings.',
      retryable: false,
    })
    expect({ closed, bounded: sent < MODEL_LIST_MAX_BYTES + 5_000_000 }).toEqual({ closed: true, bounded: true })
  })

  it('is a cut stream where the connection is reset', async () => {
    server = await startByteReplayer(() => ({ body: '{"data":[{"id":"m"}]}', end: { kind: 'reset', at: 9 } }))
    const failure = await failureOf('openai-compatible', { fetch: globalThis.fetch }, server.url)
    expect({ kind: failure.kind, retryable: failure.retryable }).toEqual({ kind: 'cut-stream', retryable: true })
  })
})

describe('an address without a list', () => {
  const absent: typeof fetch = async () => new Response('404 page not found', { status: 404, statusText: '' })
  const said = (baseUrl: string) =>
    `The lab has no list of models at ${baseUrl}/models, so its address is probably wrong. Correct it in the settings.`

  it.each(MADE_DIALECTS)('is told as such, with what to try, in %s', async (dialect) => {
    const failure = await failureOf(dialect, { fetch: absent }, 'http://127.0.0.1:11434/')
    expect({ ...failure, message: failure.message.replace(/ It says: .*$/, '') }).toEqual({
      stage: 'model',
      kind: 'not-found',
      message: `${said('http://127.0.0.1:11434')} Most servers want it to end with /v1: try http://127.0.0.1:11434/v1.`,
      retryable: false,
      detail: { status: 404, providerSaid: 'Status 404' },
    })
  })

  it('is not told to end with a version where it does', async () => {
    const failure = await failureOf('google', { fetch: absent }, 'https://p.example/v1beta')
    expect(failure.message).toBe(`${said('https://p.example/v1beta')} It says: "Status 404"`)
  })
})

import { describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import { MODEL_IDLE_MS } from '#contracts/limits.ts'
import type { Failure } from '#contracts/failure.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { MADE_DIALECTS, madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock, type ManualClock } from '../manual-clock.ts'
import { createModelPort } from './model-port.ts'

async function deltasOf(dialect: MadeStream['dialect'], clock: ManualClock, fetch: typeof globalThis.fetch) {
  const port = createModelPort({
    guard: CONFIGURED_GUARD,
    config: () => ({
      id: 'p',
      dialect,
      label: 'The lab',
      baseUrl: 'https://p.example/v1',
      keyId: null,
      keyHint: '',
      addedAt: 0,
    }),
    openKey: async () => '',
    fetch,
    clock,
  })
  const request = {
    model: { providerId: 'p', modelId: 'm-1' },
    system: '',
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }],
    tools: [],
    sessionId: 's',
  }
  const found: ModelDelta[] = []
  for await (const delta of port.stream(request, new AbortController().signal)) found.push(delta)
  return found
}

/** An answer whose pieces each come as late as they may; null is one that never comes. */
function slowAnswer(pieces: readonly (string | null)[], clock: ManualClock, init: ResponseInit = {}): typeof fetch {
  return async (_input, asked) => {
    const waiting = [...pieces]
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = waiting.shift()
          await clock.advance(piece === null ? MODEL_IDLE_MS : MODEL_IDLE_MS - 1)
          if (asked?.signal?.aborted === true) controller.error(asked.signal.reason)
          else if (typeof piece === 'string') controller.enqueue(new TextEncoder().encode(piece))
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { headers: { 'content-type': 'text/event-stream' }, ...init })
  }
}

function gaveUp(retryable: boolean): { type: 'error'; failure: Failure } {
  const message = 'The lab said nothing for 180 seconds, so the request was given up. Try again.'
  return { type: 'error', failure: { stage: 'model', kind: 'timeout', message, retryable } }
}

describe.each(MADE_DIALECTS)('a model that thinks for long without a word, in the dialect %s', (dialect) => {
  it('is waited for while the provider keeps the line alive', async () => {
    const clock = manualClock()
    const quiet = Array.from({ length: 5 }, () => ': still at it\n\n')
    const found = await deltasOf(dialect, clock, slowAnswer([...quiet, madeStream(dialect).body], clock))
    expect(found.at(-1)).toMatchObject({ type: 'finish', unified: 'tool-calls' })
    expect(clock.ticks()).toBeGreaterThan(5 * (MODEL_IDLE_MS - 1))
    expect(clock.pending()).toBe(0)
  })

  it('is given up where not a byte comes, and is not asked again by itself', async () => {
    const clock = manualClock()
    const found = await deltasOf(dialect, clock, slowAnswer([': still at it\n\n', null], clock))
    expect(found.at(-1)).toEqual(gaveUp(false))
  })
})

it('a request that nobody took on may be made again', async () => {
  const clock = manualClock()
  const silent: typeof fetch = async (_input, init) => {
    await clock.advance(MODEL_IDLE_MS)
    throw init?.signal?.reason
  }
  expect((await deltasOf('anthropic', clock, silent)).at(-1)).toEqual(gaveUp(true))
})

it('so may one whose refusal never came to its end', async () => {
  const clock = manualClock()
  const refusing = slowAnswer(['{"error":', null], clock, { status: 503 })
  expect((await deltasOf('openai-chat', clock, refusing)).at(-1)).toEqual(gaveUp(true))
})

it('a refusal without an end is read no further than anyone reads', async () => {
  let sent = 0
  const endless: typeof fetch = async () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 50_000
        controller.enqueue(new Uint8Array(50_000).fill(0x20))
      },
    })
    return new Response(body, { status: 500 })
  }
  const found = await deltasOf('openai-chat', manualClock(), endless)
  expect(found.map((delta) => (delta.type === 'error' ? delta.failure.kind : delta.type))).toEqual([
    'start',
    'overloaded',
  ])
  expect(sent).toBeLessThan(500_000)
})

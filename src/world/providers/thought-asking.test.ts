import { describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import type { Failure } from '#contracts/failure.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import { replayFetch, type Replay, type SeenRequest } from '#e2e/doubles/byte-replayer.ts'
import { madeStream, type MadeStream } from '#e2e/doubles/made-streams.ts'
import { manualClock } from '../manual-clock.ts'
import { createModelPort } from './model-port.ts'

type Asked = Extract<MadeStream['dialect'], 'openai-responses' | 'google'>

function portOf(dialect: Asked, answer: (request: SeenRequest) => Replay, seen: SeenRequest[]): ModelPort {
  return createModelPort({
    guard: CONFIGURED_GUARD,
    config: (id) => ({
      id,
      dialect,
      label: 'The lab',
      baseUrl: 'https://p.example/v1',
      keyId: null,
      keyHint: '',
      addedAt: 0,
    }),
    openKey: async () => '',
    fetch: replayFetch(answer, seen),
    clock: manualClock(),
  })
}

async function ask(port: ModelPort, modelId: string, providerId = 'p'): Promise<Failure | null> {
  const request = {
    model: { providerId, modelId },
    system: '',
    messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello.' }] }],
    tools: [],
    sessionId: 's',
  }
  let failure: Failure | null = null
  for await (const delta of port.stream(request, new AbortController().signal))
    if (delta.type === 'error') failure = delta.failure
  return failure
}

/** What a request asks of the model's reasoning. */
function askedIn({ body }: SeenRequest) {
  const { reasoning, include, generationConfig } = JSON.parse(body) as Record<string, unknown>
  return { reasoning, include, generationConfig }
}

async function askedOf(dialect: Asked, modelId: string) {
  const seen: SeenRequest[] = []
  const port = portOf(dialect, () => ({ body: madeStream(dialect).body }), seen)
  expect(await ask(port, modelId)).toBeNull()
  return seen.map(askedIn)
}

const ENCRYPTED = ['reasoning.encrypted_content']

describe('a model that reasons is asked to show it, and no other', () => {
  it.each(['gpt-5', 'gpt-5.4', 'gpt-5-mini', 'gpt-5.1-chat-latest', 'o3', 'o4-mini'])(
    '%s of OpenAI',
    async (modelId) => {
      expect(await askedOf('openai-responses', modelId)).toEqual([
        { reasoning: { summary: 'auto' }, include: ENCRYPTED },
      ])
    },
  )

  it.each(['gpt-5-chat-latest', 'gpt-4.1', 'gpt-4o', 'my-own-model'])('not %s of OpenAI', async (modelId) => {
    expect(await askedOf('openai-responses', modelId)).toEqual([{}])
  })

  it.each(['gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-3-pro-preview', 'gemini-flash-latest', 'gemini-10-x'])(
    '%s of Google',
    async (modelId) => {
      expect(await askedOf('google', modelId)).toEqual([
        { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      ])
    },
  )

  it.each(['gemini-2.0-flash', 'gemini-1.5-pro', 'gemma-3-27b-it'])('not %s of Google', async (modelId) => {
    expect(await askedOf('google', modelId)).toEqual([{ generationConfig: {} }])
  })
})

const REFUSALS: readonly [dialect: Asked, modelId: string, body: object][] = [
  [
    'openai-responses',
    'gpt-5',
    {
      error: {
        message: 'This account has to be verified before it may have reasoning summaries.',
        type: 'invalid_request_error',
        param: 'reasoning.summary',
        code: 'unsupported_value',
      },
    },
  ],
  [
    'google',
    'gemini-2.5-flash-image',
    { error: { code: 400, message: 'Thinking is not enabled for this model.', status: 'INVALID_ARGUMENT' } },
  ],
]

describe.each(REFUSALS)('where %s refuses to show what %s thinks', (dialect, modelId, refusal) => {
  const shows = ({ body }: SeenRequest) => /"summary"|includeThoughts/.test(body)
  const refusing = (request: SeenRequest): Replay =>
    shows(request)
      ? { body: JSON.stringify(refusal), status: 400, headers: { 'content-type': 'application/json' } }
      : { body: madeStream(dialect).body }

  it('the request is made once more without, and the model is not asked again', async () => {
    const seen: SeenRequest[] = []
    const port = portOf(dialect, refusing, seen)
    expect([await ask(port, modelId), await ask(port, modelId)]).toEqual([null, null])
    expect(seen.map(shows)).toEqual([true, false, false])
  })

  it('another account and another model are still asked', async () => {
    const seen: SeenRequest[] = []
    const port = portOf(dialect, refusing, seen)
    await ask(port, modelId)
    await ask(port, modelId, 'q')
    await ask(port, `${modelId}-2`)
    expect(seen.map(shows)).toEqual([true, false, true, false, true, false])
  })
})

it.each(REFUSALS)('another refusal of %s is told and not tried again (%s)', async (dialect, modelId) => {
  const seen: SeenRequest[] = []
  const body = JSON.stringify({ error: { code: 400, message: 'The value of a field is wrong.', type: 'x' } })
  const port = portOf(dialect, () => ({ body, status: 400, headers: { 'content-type': 'application/json' } }), seen)
  expect((await ask(port, modelId))?.kind).toBe('bad-request')
  expect(seen).toHaveLength(1)
})

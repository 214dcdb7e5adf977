import { describe, expect, it } from 'vitest'
import { MADE_DIALECTS, madeStream } from '../doubles/made-streams.ts'
import { dialectOf, recordedAnswers } from './recorded-stream.ts'
import { probeStream } from './stream.ts'

/** The event lines of a made stream, without their framing: how recordings are kept. */
function unframed(body: string): string {
  const lines = body.split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => line.slice('data: '.length)).join('\n')
}

describe.each(MADE_DIALECTS)('a recording in the dialect %s', (dialect) => {
  const made = madeStream(dialect)
  const calls = made.calls.map(({ id, name, arguments: input }) => ({ providerId: id, name, input }))

  it('is framed as its dialect frames it', () => {
    expect(recordedAnswers(dialect, unframed(made.body))).toEqual([
      { status: 200, contentType: 'text/event-stream', body: made.body },
    ])
    expect(recordedAnswers(dialect, made.body)[0]?.body.replace('data: [DONE]\n\n', '')).toBe(
      made.body.replace('data: [DONE]\n\n', ''),
    )
  })

  it('comes out whole', async () => {
    const probe = await probeStream(dialect, unframed(made.body))
    expect({
      ...probe,
      finalized: probe.finalized.map(({ providerId, name, input }) => ({ providerId, name, input })),
    }).toEqual({
      finalized: calls,
      failed: [],
      finish: 'tool-calls',
      text: made.text,
      reasoning: made.reasoning,
    })
  })

  it('runs nothing when it is cut inside of a call, and says why', async () => {
    const at = Buffer.from(made.body).indexOf('write_note') + 40
    const probe = await probeStream(dialect, unframed(made.body), at)
    expect({ finalized: probe.finalized, stages: probe.failed.length > 0 }).toEqual({ finalized: [], stages: true })
    expect(probe.finish).not.toBe('tool-calls')
  })
})

it('plays several answers one after the other, but not two that run into each other', () => {
  const one = unframed(madeStream('anthropic').body)
  expect(recordedAnswers('anthropic', `${one}\n${one}`)).toHaveLength(2)
  const torn = one.split('\n').slice(0, -4).join('\n')
  expect(recordedAnswers('anthropic', `${torn}\n${one}`)).toHaveLength(1)
})

describe('an answer that was recorded as a body', () => {
  const input = { city: 'Paris' }
  const args = JSON.stringify(input)
  it.each([
    [
      'anthropic',
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        model: 'm',
        content: [
          { type: 'text', text: 'Hm.' },
          { type: 'tool_use', id: 'id_1', name: 'weather', input },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 1, output_tokens: 2 },
      },
    ],
    [
      'openai-responses',
      {
        id: 'resp_1',
        created_at: 1,
        model: 'm',
        status: 'completed',
        output: [
          {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'Hm.', annotations: [] }],
          },
          { type: 'function_call', id: 'fc_1', call_id: 'id_1', name: 'weather', arguments: args, status: 'completed' },
        ],
        usage: { input_tokens: 1, output_tokens: 2 },
      },
    ],
    [
      'groq',
      {
        id: 'c',
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: 'Hm.',
              tool_calls: [{ id: 'id_1', type: 'function', function: { name: 'weather', arguments: args } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ],
    [
      'google',
      {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ text: 'Hm.' }, { functionCall: { id: 'id_1', name: 'weather', args: input } }],
            },
            finishReason: 'STOP',
          },
        ],
      },
    ],
  ])('is told like a stream: %s', async (provider, body) => {
    const probe = await probeStream(provider, JSON.stringify(body, null, 2))
    expect({
      ...probe,
      finalized: probe.finalized.map(({ providerId, name, input }) => ({ providerId, name, input })),
    }).toEqual({
      finalized: [{ providerId: 'id_1', name: 'weather', input }],
      failed: [],
      finish: 'tool-calls',
      text: 'Hm.',
      reasoning: '',
    })
  })

  it('is a failure where it is an error', async () => {
    const probe = await probeStream(
      'anthropic',
      JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: 'No.' } }),
    )
    expect({ finish: probe.finish, failed: probe.failed.map(({ name, stage }) => ({ name, stage })) }).toEqual({
      finish: 'error',
      failed: [{ name: '', stage: 'model' }],
    })
  })
})

it('knows recordings by the names of their folders, and says which it knows', () => {
  expect(['azure', 'xai', 'groq', 'open-responses-responses'].map(dialectOf)).toEqual([
    'openai-responses',
    'openai-compatible',
    'openai-compatible',
    'openai-responses',
  ])
  expect(() => dialectOf('constructor')).toThrow(/No wire format is known for "constructor"\. Known: anthropic/)
})

import { describe, expect, it } from 'vitest'
import type { Failure } from '#contracts/failure.ts'
import { MODEL_STEP_MAX_CALLS, MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { createAssembler, type Assembled } from './assemble.ts'

const place = { sessionId: 's', turnId: 't', step: 0 }
const usage = { ...NO_USAGE, input: 10, output: 3 }

function start(dialect = 'anthropic'): ModelDelta {
  return { type: 'start', echoScope: { providerId: 'p', dialect, modelId: 'm', keyHint: 'abcd' } }
}

function finish(unified = 'tool-calls', raw: string | null = 'tool_use'): ModelDelta {
  return { type: 'finish', unified, raw: raw ?? undefined, usage }
}

function calling(
  index: number,
  input: string,
  more: Partial<Extract<ModelDelta, { type: 'call' }>> = {},
): ModelDelta[] {
  return [
    { type: 'call-start', index, name: 'ls', providerId: `p${index}`, textInput: false },
    ...(input === '' ? [] : [{ type: 'call-delta' as const, index, text: input }]),
    { type: 'call', index, name: 'ls', providerId: `p${index}`, input, ranAtProvider: false, ...more },
  ]
}

function assemble(deltas: readonly ModelDelta[]): Assembled {
  const assembler = createAssembler(place)
  for (const delta of deltas) assembler.push(delta)
  return assembler.end()
}

/** What of a verdict a reader looks at first. */
function gist({ finalized, refused, finish, failure }: Assembled) {
  return {
    runs: finalized.map((call) => call.rawArguments),
    refused: refused.map((call) => `${call.failure.kind}: ${call.rawArguments}`),
    finish,
    failure: failure?.kind,
  }
}

it('keeps text, reasoning and calls in the order in which they came, with what must be echoed', () => {
  const step = assemble([
    start(),
    { type: 'reasoning', index: 0, text: 'Look ' },
    { type: 'reasoning', index: 0, text: 'first.' },
    { type: 'reasoning-end', index: 0, echo: { anthropic: { signature: 'sig' } } },
    { type: 'text', index: 1, text: 'I look.' },
    { type: 'text-end', index: 1 },
    ...calling(2, '{"path":"/"}', { echo: { google: { thoughtSignature: 't' } } }),
    finish(),
  ])
  const id = step.finalized[0]?.id ?? ''
  expect(step).toEqual({
    parts: [
      { type: 'reasoning', text: 'Look first.', echo: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'I look.' },
      { type: 'call', callId: id },
    ],
    finalized: [
      {
        id,
        providerId: 'p2',
        name: 'ls',
        rawArguments: '{"path":"/"}',
        position: 0,
        source: 'provider',
        echo: { google: { thoughtSignature: 't' } },
      },
    ],
    refused: [],
    finish: 'tool-calls',
    usage,
    echoScope: { providerId: 'p', dialect: 'anthropic', modelId: 'm', keyHint: 'abcd' },
    outputReached: true,
  })
})

describe('calls of a stream that did not end cleanly', () => {
  const call = calling(0, '{"a":1}')
  const aborted: Failure = { stage: 'model', kind: 'aborted', message: 'It was stopped.', retryable: false }
  it.each([
    ['no finish', [], 'interrupted', 'cut-stream'],
    ['an interrupted finish', [finish('interrupted', null)], 'interrupted', 'cut-stream'],
    ['the length limit', [finish('length', 'max_tokens')], 'length', undefined],
    ['a content filter', [finish('content-filter', 'refusal')], 'content-filter', 'content-filter'],
    ['an unknown end', [finish('other', 'PUZZLED')], 'other', 'malformed-stream'],
    ['two finishes', [finish(), finish()], 'error', 'malformed-stream'],
    ['text after the finish', [finish(), { type: 'text', index: 5, text: 'more' }], 'error', 'malformed-stream'],
    ['a call after the finish', [finish(), ...calling(5, '{}')], 'error', 'malformed-stream'],
    ['an error before the finish', [{ type: 'error', failure: aborted }, finish()], 'aborted', 'aborted'],
    ['an error after the finish', [finish(), { type: 'error', failure: aborted }], 'aborted', 'aborted'],
    ['a second start', [start(), finish()], 'error', 'malformed-stream'],
    ['a call that ends twice', [...call.slice(-1), finish()], 'error', 'malformed-stream'],
    ['a call that begins twice', [...call.slice(0, 1), finish()], 'error', 'malformed-stream'],
    ['arguments after the call', [{ type: 'call-delta', index: 0, text: ' ' }, finish()], 'error', 'malformed-stream'],
    ['arguments of no call', [{ type: 'call-delta', index: 7, text: '{' }, finish()], 'error', 'malformed-stream'],
    ['a number used for two kinds', [{ type: 'text', index: 0, text: 'x' }, finish()], 'error', 'malformed-stream'],
  ] as const)('are refused: %s', (_, end, word, failure) => {
    const step = assemble([start(), ...call, ...(end as readonly ModelDelta[])])
    expect({ runs: step.finalized, finish: step.finish, failure: step.failure?.kind }).toEqual({
      runs: [],
      finish: word,
      failure,
    })
    expect(step.refused.map(({ failure: { stage, kind } }) => ({ stage, kind }))).toContainEqual({
      stage: 'parameters',
      kind: 'cut-arguments',
    })
  })
})

describe('one call among several', () => {
  it.each([
    ['broken JSON', calling(1, '{"a":'), 'malformed-arguments: {"a":'],
    ['a list', calling(1, '[1]'), 'malformed-arguments: [1]'],
    ['a text', calling(1, '"x"'), 'malformed-arguments: "x"'],
    ['nothing but null', calling(1, 'null'), 'malformed-arguments: null'],
    [
      'arguments that a library mended',
      [...calling(1, '{"a').slice(0, 2), ...calling(1, '{}').slice(-1)],
      'malformed-arguments: {}',
    ],
    [
      'another tool at its end',
      [...calling(1, '{}').slice(0, 2), ...calling(1, '{}', { name: 'rm' }).slice(-1)],
      'malformed-arguments: {}',
    ],
    ['one that never ended', calling(1, '{"a":1}').slice(0, 2), 'cut-arguments: {"a":1}'],
    ['one that the provider ran', calling(1, '{}', { ranAtProvider: true }), 'unsupported: {}'],
  ] as const)('is refused alone: %s', (_, odd, said) => {
    const step = assemble([start(), ...calling(0, '{"n":0}'), ...odd, ...calling(2, '{"n":2}'), finish()])
    expect(gist(step)).toEqual({
      runs: ['{"n":0}', '{"n":2}'],
      refused: [said],
      finish: 'tool-calls',
      failure: undefined,
    })
    expect(step.parts).toHaveLength(3)
  })
})

it('takes no arguments at all as an empty object, and keeps the text as it came', () => {
  expect(gist(assemble([start(), ...calling(0, ''), ...calling(1, ' {\n} '), finish('stop', 'end_turn')]))).toEqual({
    runs: ['', ' {\n} '],
    refused: [],
    finish: 'stop',
    failure: undefined,
  })
})

it('takes arguments that came whole, in a dialect that does not send them in pieces', () => {
  const whole = calling(0, '{"a":1}').filter((delta) => delta.type !== 'call-delta')
  expect(gist(assemble([start('google'), ...whole, finish('tool-calls', 'STOP')])).runs).toEqual(['{"a":1}'])
  expect(gist(assemble([start('openai-chat'), ...whole, finish('tool-calls', 'tool_calls')])).refused).toEqual([
    'malformed-arguments: {"a":1}',
  ])
})

it.each(['openai-chat', 'openrouter', 'openai-compatible'])(
  'wants a reason of the provider itself in the dialect %s',
  (dialect) => {
    const call = calling(0, '{}')
    expect(gist(assemble([start(dialect), ...call, finish('tool-calls', null)]))).toEqual({
      runs: [],
      refused: ['cut-arguments: {}'],
      finish: 'interrupted',
      failure: 'cut-stream',
    })
    expect(gist(assemble([start(dialect), ...call, finish('tool-calls', 'tool_calls')])).runs).toEqual(['{}'])
  },
)

it('does not damage a surrogate pair that comes in two deltas, and holds half of one back in a draft', () => {
  const assembler = createAssembler(place)
  assembler.push(start())
  assembler.push({ type: 'text', index: 0, text: 'a\ud83d' })
  expect(assembler.parts()).toEqual([{ type: 'text', text: 'a' }])
  assembler.push({ type: 'text', index: 0, text: '\ude00b\ude00' })
  expect(assembler.parts()).toEqual([{ type: 'text', text: 'a😀b\ufffd' }])
  assembler.push(finish('stop', 'end_turn'))
  expect(assembler.end().parts).toEqual([{ type: 'text', text: 'a😀b\ufffd' }])
})

it('keeps an empty reasoning part that carries an echo, and drops one that carries nothing', () => {
  const step = assemble([
    start(),
    { type: 'reasoning-end', index: 0, echo: { openai: { itemId: 'rs' } } },
    { type: 'reasoning-end', index: 1 },
    { type: 'text-end', index: 2 },
    finish('stop', 'end_turn'),
  ])
  expect({ parts: step.parts, outputReached: step.outputReached }).toEqual({
    parts: [{ type: 'reasoning', text: '', echo: { openai: { itemId: 'rs' } } }],
    outputReached: false,
  })
})

it('runs as many calls as a step may hold and refuses the rest', () => {
  const many = Array.from({ length: MODEL_STEP_MAX_CALLS + 3 }, (_, index) => calling(index, '{}')).flat()
  const step = assemble([start(), ...many, finish()])
  expect({ runs: step.finalized.length, refused: step.refused.map(({ failure }) => failure.kind) }).toEqual({
    runs: MODEL_STEP_MAX_CALLS,
    refused: ['too-large', 'too-large', 'too-large'],
  })
})

it('stays small before an endless stream', () => {
  const assembler = createAssembler(place)
  assembler.push(start())
  const text = 'x'.repeat(MODEL_STEP_MAX_CHARS / 2)
  for (let index = 0; index < 6; index += 1) assembler.push({ type: 'text', index: 0, text })
  for (let index = 1; index < 2_000; index += 1) for (const delta of calling(index, '')) assembler.push(delta)
  assembler.push(finish())
  const step = assembler.end()
  const [part] = step.parts
  expect(part?.type === 'text' ? part.text.length : 0).toBe(MODEL_STEP_MAX_CHARS)
  expect(step.refused.length).toBe(4 * MODEL_STEP_MAX_CALLS)
  expect({ runs: step.finalized, failure: step.failure?.kind }).toEqual({ runs: [], failure: 'malformed-stream' })
})

it('says the same however often it is asked', () => {
  const assembler = createAssembler(place)
  for (const delta of [start(), ...calling(0, '{}'), finish()]) assembler.push(delta)
  expect(assembler.end()).toEqual(assembler.end())
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ModelDelta, ModelMessage, ModelRequest } from '#contracts/ports/model.ts'
import { createAssembler } from '#agent/assemble.ts'
import { manualClock } from '../../manual-clock.ts'
import type { StreamTask } from '../adapter.ts'
import { adapter } from './adapter.ts'
import { DEMOS } from './demos.ts'

const scope = { providerId: 'demo', dialect: 'scripted', modelId: 'failure-tour', keyHint: '' }
const config = {
  id: 'demo',
  dialect: 'scripted',
  label: 'Demo',
  baseUrl: '',
  keyId: null,
  keyHint: '',
  addedAt: 0,
} as const
const request = (modelId: string, messages: readonly ModelMessage[]): ModelRequest => ({
  model: { providerId: 'demo', modelId },
  system: 'x'.repeat(400),
  messages,
  tools: [],
  sessionId: 's',
})

function task(
  asked: ModelRequest,
  clock = { ...manualClock(), wait: async (_: number, signal?: AbortSignal) => signal?.throwIfAborted() },
): StreamTask {
  return {
    config,
    key: '',
    fetch: () => Promise.reject(new Error('No network.')),
    clock,
    request: asked,
    scope,
    known: null,
    thoughts: { asked: true, refused: () => {} },
  }
}

async function said(asked: ModelRequest): Promise<ModelDelta[]> {
  const deltas: ModelDelta[] = []
  for await (const delta of adapter.stream(task(asked), new AbortController().signal)) deltas.push(delta)
  return deltas
}

function assembled(deltas: readonly ModelDelta[]) {
  const assembler = createAssembler({ sessionId: 's', turnId: 't', step: 0 })
  assembler.push({ type: 'start', echoScope: scope })
  for (const delta of deltas) assembler.push(delta)
  return assembler.end()
}

const opening = (demoId: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text: DEMOS.find(({ id }) => id === demoId)?.text ?? '' }],
})

it('streams thoughts, words and calls in a provider’s order, and the pieces make up the whole', async () => {
  const deltas = await said(request('build-page', [opening('build-page')]))
  const kinds = deltas.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1])
  expect(kinds).toEqual([
    'reasoning',
    'reasoning-end',
    'text',
    'text-end',
    'call-start',
    'call-delta',
    'call',
    'finish',
  ])
  const { finalized, refused, finish, failure } = assembled(deltas)
  expect({ calls: finalized.map(({ name }) => name), refused, finish, failure }).toEqual({
    calls: ['todo_write'],
    refused: [],
    finish: 'tool-calls',
    failure: undefined,
  })
})

it('estimates its tokens from the characters of the request and of the answer', async () => {
  const asked = request('build-page', [opening('build-page')])
  const deltas = await said(asked)
  const chars = (type: ModelDelta['type']) =>
    deltas.reduce((sum, delta) => sum + (delta.type === type && 'text' in delta ? delta.text.length : 0), 0)
  const finish = deltas.at(-1)
  const reasoning = Math.ceil(chars('reasoning') / 4)
  expect(finish).toEqual({
    type: 'finish',
    unified: 'tool-calls',
    raw: 'scripted:tool-calls',
    usage: {
      input: Math.ceil((400 + 2 + JSON.stringify(asked.messages).length) / 4),
      cacheRead: 0,
      cacheWrite: 0,
      output: reasoning + Math.ceil((chars('text') + chars('call-delta')) / 4),
      reasoning,
      cost: null,
    },
  })
})

it('an abort ends it at once, with nothing left waiting', async () => {
  const clock = manualClock()
  const stop = new AbortController()
  const deltas = adapter.stream(task(request('build-page', [opening('build-page')]), clock), stop.signal)
  const stream = deltas[Symbol.asyncIterator]()
  const next = stream.next()
  expect(clock.pending()).toBe(1)
  stop.abort(new DOMException('Stopped.', 'AbortError'))
  await expect(next).rejects.toThrow('Stopped.')
  expect(clock.pending()).toBe(0)
})

it('a model id that is no demo is answered, not thrown at', async () => {
  const { parts, finish } = assembled(await said(request('constructor', [opening('build-page')])))
  expect(finish).toBe('stop')
  expect(parts).toEqual([{ type: 'text', text: expect.stringContaining('no demo of that name') }])
})

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'Go on.',
    '[Executed tool results]',
    'write_file({}) → ok',
    'execute({}) → cancelled',
    'denied (authorization, denied): No.',
    'exit 0, 5 ms',
  ),
  fc.constantFrom(...DEMOS.map((demo) => demo.text)),
)
const content = fc.array(
  text.map((value) => ({ type: 'text' as const, text: value })),
  { maxLength: 3 },
)
const name = fc.constantFrom('write_file', 'read_file', 'execute', 'todo_write', 'ls', 'unheard-of')
const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  content.map((parts) => ({ role: 'user' as const, content: parts })),
  fc.record({ role: fc.constant('agent' as const), content, echoScope: fc.constant(scope) }),
  fc.record({
    role: fc.constant('results' as const),
    results: fc.array(
      fc.record({ callId: fc.string(), providerId: fc.constant(null), name, failed: fc.boolean(), content }),
      { maxLength: 3 },
    ),
  }),
)

it('whatever stands in the messages, it answers with something and ends as a provider does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DEMOS.map(({ id }) => id)),
      fc.array(message, { maxLength: 12 }),
      async (modelId, messages) => {
        const deltas = await said(request(modelId, messages))
        expect(deltas.filter(({ type }) => type === 'finish')).toHaveLength(1)
        const { parts, failure, finish } = assembled(deltas)
        expect({ failure, empty: parts.length === 0 }).toEqual({ failure: undefined, empty: false })
        expect(['stop', 'tool-calls', 'length']).toContain(finish)
      },
    ),
    { numRuns: 300 },
  )
})

import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { CallOutcome, CallRecord } from '#contracts/calls.ts'
import type { AgentMessage, Message, Part } from '#contracts/messages.ts'
import { NO_USAGE } from '#contracts/models.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import { ModelProjection } from './model-projection.ts'

const SCOPE = { providerId: 'p', dialect: 'anthropic', modelId: 'm', keyHint: '' }
const stored = { sessionId: 's', turnId: 't', at: 0 }

const user = (seq: number, text: string): Message => ({
  ...stored,
  id: `u${seq}`,
  seq,
  role: 'user',
  parts: [{ type: 'text', text }],
})

function agent(seq: number, parts: Part[], more: Partial<AgentMessage> = {}, safe = true): AgentMessage {
  return {
    ...stored,
    id: `a${seq}`,
    seq,
    role: 'agent',
    parts,
    state: 'complete',
    ...more,
    metadata: {
      kind: 'provider-tool-call-turn',
      providerToolCalls: [],
      refusedCalls: [],
      nativeReplaySafe: safe,
      model: { providerId: 'p', modelId: 'm' },
      echoScope: SCOPE,
      finish: 'tool-calls',
      usage: NO_USAGE,
      durationMs: 0,
    },
  }
}

function record(callId: string, outcome?: Partial<CallOutcome>): CallRecord {
  return {
    taskId: 's',
    callId,
    turnId: 't',
    messageSeq: 1,
    position: 0,
    call: {
      id: callId,
      providerId: `prov-${callId}`,
      name: 'ls',
      rawArguments: '{"path":"."}',
      position: 0,
      source: 'provider',
      echo: { signature: callId },
    },
    plan: {
      status: 'planned',
      callId,
      source: 'provider',
      tool: 'ls',
      group: 'files',
      arguments: { path: '.' },
      canonicalArguments: '{"path":"."}',
      target: { kind: 'path', value: '/workspace' },
      declaredRisk: 'read-only-local',
      effectiveRisk: 'read-only-local',
      digest: callId,
    },
    state: outcome === undefined ? 'started' : 'settled',
    plannedAt: 0,
    ...(outcome === undefined
      ? {}
      : {
          outcome: {
            status: 'ok',
            model: [{ type: 'text', text: `result of ${callId}` }],
            client: { kind: 'text', summary: '', text: '' },
            durable: null,
            ...outcome,
          },
        }),
  }
}

const project = (messages: Message[], records: CallRecord[]): ModelMessage[] => {
  const byId = new Map(records.map((entry) => [entry.callId, entry]))
  return new ModelProjection().project(messages, (callId) => byId.get(callId))
}
const CALLS: Part[] = [
  { type: 'reasoning', text: 'hm', echo: { signature: 'sig' } },
  { type: 'text', text: 'Looking.' },
  { type: 'call', callId: 'c1' },
  { type: 'call', callId: 'c2' },
]

describe('a group', () => {
  it('goes natively with its reasoning, its calls and all results in call order', () => {
    expect(project([user(0, 'go'), agent(1, CALLS)], [record('c2', {}), record('c1', { status: 'denied' })])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      {
        role: 'agent',
        echoScope: SCOPE,
        content: [
          { type: 'reasoning', text: 'hm', echo: { signature: 'sig' } },
          { type: 'text', text: 'Looking.' },
          {
            type: 'call',
            callId: 'c1',
            providerId: 'prov-c1',
            name: 'ls',
            arguments: { path: '.' },
            echo: { signature: 'c1' },
          },
          {
            type: 'call',
            callId: 'c2',
            providerId: 'prov-c2',
            name: 'ls',
            arguments: { path: '.' },
            echo: { signature: 'c2' },
          },
        ],
      },
      {
        role: 'results',
        results: [
          {
            callId: 'c1',
            providerId: 'prov-c1',
            name: 'ls',
            failed: true,
            content: [{ type: 'text', text: 'result of c1' }],
          },
          {
            callId: 'c2',
            providerId: 'prov-c2',
            name: 'ls',
            failed: false,
            content: [{ type: 'text', text: 'result of c2' }],
          },
        ],
      },
    ])
  })

  it.each([
    ['one call has no outcome', agent(1, CALLS), [record('c1', {}), record('c2')]],
    ['it is not safe to replay', agent(1, CALLS, {}, false), [record('c1', {}), record('c2', {})]],
    ['its stream broke off', agent(1, CALLS, { state: 'interrupted' }), [record('c1', {}), record('c2', {})]],
  ])('goes flat and whole where %s', (_, message, records) => {
    const projected = project([message], records)
    expect(projected.map((entry) => entry.role)).toEqual(['agent', 'user'])
    const text = JSON.stringify(projected)
    expect(text).not.toContain('"type":"call"')
    expect(text).not.toContain('sig')
    for (const entry of records.filter((candidate) => candidate.outcome !== undefined))
      expect(text.split(`result of ${entry.callId}`).length).toBe(2)
  })

  it.each(['no such tool', '', '1st', 'a.b', 'x'.repeat(65)])(
    'with a call of the name %j, which providers refuse, is told in words',
    (name) => {
      const illegal = record('c1', {})
      const sent = project(
        [
          user(0, 'hi'),
          agent(1, [
            { type: 'text', text: 'Look.' },
            { type: 'call', callId: 'c1' },
          ]),
        ],
        [{ ...illegal, call: { ...illegal.call, name } }],
      )
      expect(sent).toEqual([
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'agent', content: [{ type: 'text', text: 'Look.' }], echoScope: SCOPE },
        {
          role: 'user',
          content: [
            { type: 'text', text: '[Executed tool results]' },
            { type: 'text', text: `${name}({"path":"."}) → ok` },
            { type: 'text', text: 'result of c1' },
          ],
        },
      ])
    },
  )

  it('says nothing where nothing was said: no blank text reaches a provider', () => {
    expect(project([agent(1, [{ type: 'text', text: ' \n' }], { state: 'interrupted' })], [])).toEqual([])
    expect(project([agent(1, [{ type: 'reasoning', text: 'only thought' }])], [])).toEqual([])
    expect(project([{ ...stored, id: 'u', seq: 0, role: 'user', parts: [] }], [])).toEqual([
      { role: 'user', content: [{ type: 'text', text: '[An empty message.]' }] },
    ])
  })
})

describe('what the person answered to a question of the agent’s', () => {
  const answer = (more: Partial<CallOutcome> = {}) =>
    record('c1', {
      model: [{ type: 'text', text: 'The user chose: red' }],
      client: { kind: 'answer', summary: 'answered', question: 'Which colour?', answer: 'red' },
      ...more,
    })
  const questionOf = (entry: CallRecord) => {
    const [, results] = project([agent(0, [{ type: 'call', callId: 'c1' }])], [entry])
    return results?.role === 'results' ? results.results.map(({ question }) => question) : null
  }

  it('says what was asked, and nothing else does', () => {
    expect([answer(), answer({ status: 'cancelled' }), record('c1', {})].map(questionOf)).toEqual([
      ['Which colour?'],
      [undefined],
      [undefined],
    ])
  })
})

it('every result is sent exactly once, and every native call is answered at once, whatever the history', () => {
  const anyGroup = fc.record({
    calls: fc.nat(3),
    settled: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    safe: fc.boolean(),
    state: fc.constantFrom<AgentMessage['state']>('complete', 'interrupted', 'failed'),
    text: fc.constantFrom('', ' ', 'words'),
  })
  fc.assert(
    fc.property(fc.array(anyGroup, { maxLength: 6 }), (groups) => {
      const records: CallRecord[] = []
      const messages: Message[] = groups.map((group, seq) => {
        const ids = Array.from({ length: group.calls }, (_, index) => `c${seq}_${index}`)
        ids.forEach((callId, index) => records.push(record(callId, group.settled[index] === true ? {} : undefined)))
        return agent(
          seq,
          [{ type: 'text', text: group.text }, ...ids.map((callId): Part => ({ type: 'call', callId }))],
          { state: group.state },
          group.safe,
        )
      })
      const projected = project(messages, records)
      const text = JSON.stringify(projected)
      for (const entry of records) {
        const times = text.split(`"result of ${entry.callId}"`).length - 1
        expect(times).toBe(entry.outcome === undefined ? 0 : 1)
      }
      projected.forEach((message, index) => {
        if (message.role !== 'agent') return
        const calls = message.content.flatMap((item) => (item.type === 'call' ? [item.callId] : []))
        const next = projected[index + 1]
        const answers = next?.role === 'results' ? next.results.map((result) => result.callId) : []
        expect(answers).toEqual(calls)
      })
    }),
  )
})

it('keeps the projection of a finished group, so that a long history is not built again', () => {
  const projection = new ModelProjection()
  const message = agent(1, CALLS)
  const records = new Map([
    ['c1', record('c1', {})],
    ['c2', record('c2', {})],
  ])
  const first = projection.project([message], (callId) => records.get(callId))
  const second = projection.project([message], () => undefined)
  expect(second.map((entry, index) => entry === first[index])).toEqual([true, true])
})

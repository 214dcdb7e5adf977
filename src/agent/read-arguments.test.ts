import { expect, it } from 'vitest'
import type { AgentMessage } from '#contracts/messages.ts'
import type { CallRecord } from '#contracts/calls.ts'
import { JSON_MAX_DEPTH } from '#contracts/json.ts'
import { NO_USAGE } from '#contracts/models.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { callView } from './call-view.ts'
import { ModelProjection } from './history/model-projection.ts'
import { planCall } from './plan.ts'
import { readArguments } from './read-arguments.ts'

const deep = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

const UNREADABLE = ['nonsense', '{"a":1', '[1]', '"a"', '1', 'null', '{"a":1}{"b":2}', deep(JSON_MAX_DEPTH + 1)]

it('reads a JSON object, and no text as no arguments', () => {
  expect(['', ' \n', '{}', ' {"path":"a"} '].map(readArguments)).toEqual([{}, {}, {}, { path: 'a' }])
  expect(readArguments(deep(JSON_MAX_DEPTH))).not.toBeNull()
})

it.each(UNREADABLE)(
  'what is no JSON object within bounds is none for the plan, the page and the provider: %.40s',
  (raw) => {
    expect(readArguments(raw)).toBeNull()
    const tools = createRegistry(GROUPS)
    const call = { id: 'c', providerId: 'p1', name: 'ls', rawArguments: raw, position: 0, source: 'provider' as const }
    const plan = planCall(call, tools, { reason: () => null }, '/workspace')
    expect(plan).toMatchObject({ status: 'invalid', failure: { kind: 'malformed-arguments' } })

    const place = { turnId: 't', taskId: 's', callId: 'c', messageSeq: 0, position: 0 }
    const outcome = {
      status: 'invalid',
      model: [{ type: 'text', text: 'No.' }],
      client: { kind: 'text', summary: '', text: '' },
    } as const
    const record = { ...place, call, plan, state: 'settled', plannedAt: 0, outcome } as unknown as CallRecord
    const empty = { ...record, call: { ...call, rawArguments: '{}' } } as CallRecord
    expect(callView(record, tools).words).toBe(callView(empty, tools).words)

    const message: AgentMessage = {
      id: 'm',
      sessionId: 's',
      seq: 0,
      turnId: 't',
      at: 0,
      role: 'agent',
      parts: [{ type: 'call', callId: 'c' }],
      state: 'complete',
      metadata: {
        kind: 'provider-tool-call-turn',
        providerToolCalls: [call],
        refusedCalls: [],
        nativeReplaySafe: true,
        model: { providerId: 'p', modelId: 'm' },
        echoScope: { providerId: 'p', dialect: 'anthropic', modelId: 'm', keyHint: '' },
        finish: 'tool-calls',
        usage: NO_USAGE,
        durationMs: 0,
      },
    }
    const [told] = new ModelProjection().project([message], () => record)
    expect(told?.role === 'agent' && told.content).toEqual([expect.objectContaining({ type: 'call', arguments: {} })])
  },
)

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIGURED_GUARD } from '#agent/gate/outbound.ts'
import type { CallRecord } from '#contracts/calls.ts'
import type { Message } from '#contracts/messages.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import { buildSession, type BuiltSession } from '#e2e/doubles/build-session.ts'
import { replayFetch, type SeenRequest } from '#e2e/doubles/byte-replayer.ts'
import { madeStream } from '#e2e/doubles/made-streams.ts'
import { brokenConversation } from '#e2e/doubles/provider-rules/conversation-rules.ts'
import type { WireFormat } from '#e2e/doubles/provider-rules/request-facts.ts'
import { brokenWireRules } from '#e2e/doubles/provider-rules/wire-rules.ts'
import type { Asked } from '#e2e/doubles/scopes-around.ts'
import { sessionScripts } from '#e2e/doubles/session-script.ts'
import { manualClock } from '#world/manual-clock.ts'
import { createModelPort } from '#world/providers/model-port.ts'
import { ModelProjection } from './model-projection.ts'

const FORMATS: Readonly<Record<Asked, WireFormat>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai-responses',
  'openai-chat': 'openai-chat',
  google: 'google',
  openrouter: 'openai-chat',
  'openai-compatible': 'openai-chat',
}

/** The body that is sent to go on with a session. */
async function bodyOf({ messages, records, scope }: BuiltSession, dialect: Asked): Promise<string> {
  const seen: SeenRequest[] = []
  const { providerId, modelId, keyHint } = scope
  const port = createModelPort({
    config: () => ({
      id: providerId,
      dialect,
      label: 'P',
      baseUrl: 'https://p.example/v1',
      keyId: null,
      keyHint,
      addedAt: 0,
    }),
    openKey: async () => '',
    fetch: replayFetch(() => ({ body: madeStream(dialect).body }), seen),
    guard: CONFIGURED_GUARD,
    clock: manualClock(),
  })
  const request = {
    model: { providerId, modelId },
    system: 'Be brief.',
    messages: grown(messages, records),
    tools: [{ name: 'ls', description: 'Lists.', inputSchema: { type: 'object', properties: {} } }],
    sessionId: 's',
  }
  for await (const delta of port.stream(request, new AbortController().signal)) {
    if (delta.type === 'error') throw new Error(`It was not sent: ${delta.failure.message}`)
    // What was sent is known; the answer is of no interest.
    if (seen.length > 0) break
  }
  const [first] = seen
  if (first === undefined) throw new Error('Nothing was sent.')
  return first.body
}

/** The projection as it is made in a session: after each message, first while its calls run and then with their outcomes. */
function grown(messages: readonly Message[], records: ReadonlyMap<string, CallRecord>): ModelMessage[] {
  const projection = new ModelProjection()
  for (const [at, { seq }] of messages.entries()) {
    const running = (callId: string): CallRecord | undefined => {
      const record = records.get(callId)
      if (record?.messageSeq !== seq) return record
      const { outcome: _, ...rest } = record
      return rest
    }
    projection.project(messages.slice(0, at + 1), running)
    projection.project(messages.slice(0, at + 1), (callId) => records.get(callId))
  }
  const last = projection.project(messages, (callId) => records.get(callId))
  expect(last).toEqual(new ModelProjection().project(messages, (callId) => records.get(callId)))
  return last
}

/** How often `part` stands in `text`. */
const times = (text: string, part: string): number => text.split(JSON.stringify(part).slice(1, -1)).length - 1

describe.each(Object.keys(FORMATS) as Asked[])('any session that goes on with %s', (dialect) => {
  it('is taken by the provider, tells each outcome once and echoes nothing that must be withheld', async () => {
    const met = { calls: 0, flat: 0, echoes: 0, withheld: 0, pictures: 0 }
    await fc.assert(
      fc.asyncProperty(sessionScripts, async (script) => {
        const session = buildSession(script, dialect)
        const { echoes, callIds, scope, told, withheld } = session
        const sent = await bodyOf(session, dialect)
        const body: unknown = JSON.parse(sent)
        const demandsSignatures = dialect === 'google' && scope.modelId.startsWith('gemini-3')
        const format = FORMATS[dialect]
        const byWire = brokenWireRules(body, { format, echoes, callIds, demandsSignatures })
        const byTalk = brokenConversation(body, format)
        // A fault that only one of them sees is its own, or a hole in the other, or one that only its rules are about.
        if ((byWire.length === 0) !== (byTalk.length === 0))
          throw new Error(`The judges disagree. Wire: ${byWire.join('; ')}. Conversation: ${byTalk.join('; ')}.`)
        expect([...byWire, ...byTalk]).toEqual([])
        for (const [mark, wanted] of told) expect([mark, times(sent, mark)]).toEqual([mark, wanted])
        for (const value of withheld) expect(sent).not.toContain(value)

        met.calls += Number(/"(tool_use|function_call|tool_calls|functionCall)"/.test(sent))
        met.flat += Number(sent.includes('[Executed tool results]'))
        met.echoes += Number([...echoes.keys()].some((value) => sent.includes(value)))
        met.withheld += Number(withheld.size > 0)
        met.pictures += Number(sent.includes('image/png'))
      }),
      { seed: 20_261_130, numRuns: 300 },
    )
    // A generator that never gets there would prove nothing. Chat Completions echoes nothing at OpenAI itself.
    const { echoes, ...others } = met
    for (const [what, count] of Object.entries(dialect === 'openai-chat' ? others : { echoes, ...others }))
      expect([what, count > 30]).toEqual([what, true])
  })
})

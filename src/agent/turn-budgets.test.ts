import { describe, expect, it } from 'vitest'
import { TURN_MAX_CALLS, TURN_MAX_MS, TURN_MAX_SAME_FAILURES, TURN_MAX_STEPS } from '#contracts/limits.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { manualClock } from '#world/manual-clock.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const glob = (n: number): Said => ({ call: 'glob', args: { pattern: `nothing-${n}` } })
const read = (n: number): Said => ({ call: 'read_file', args: { path: `missing-${n}.txt` } })
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** The note that ended the turn, how many requests it made and how many calls ran. */
async function endOf(node: NodeRuntime, sessionId: string, requests: readonly unknown[]) {
  const { messages } = await node.call('session.open', { sessionId })
  const { calls } = await node.storage.store.tail(sessionId, 10_000)
  const note = messages.at(-1)
  const ran = calls.filter(({ outcome }) => outcome?.status === 'ok' || outcome?.status === 'failed')
  // What a tool says of its own failure is not the point here.
  const failure = calls.at(-1)?.outcome?.failure?.message ?? ''
  return {
    ...(note?.role === 'note' ? { note: note.note, text: note.text.replace(failure, '') } : {}),
    requests: requests.length,
    ran: ran.length,
  }
}

describe('a turn that reaches a budget ends before the next request, under its own heading', () => {
  it.each<[what: string, steps: Said[][], end: object]>([
    [
      'requests',
      times(TURN_MAX_STEPS + 1, (n) => [glob(n)]),
      {
        note: 'budget',
        text: 'The turn stopped here. It made 60 requests to the model in one turn.',
        requests: 60,
        ran: 60,
      },
    ],
    [
      'calls',
      times(TURN_MAX_CALLS, (step) => times(60, (n) => glob(step * 60 + n))),
      { note: 'budget', text: 'The turn stopped here. It made 200 tool calls in one turn.', requests: 4, ran: 200 },
    ],
    [
      'identical calls in a row',
      times(20, () => [glob(0)]),
      {
        note: 'repeating',
        text: 'The turn stopped here. It made the same call of glob 5 times in a row.',
        requests: 5,
        ran: 5,
      },
    ],
    [
      'the same failure of one tool',
      times(20, (n) => [read(n)]),
      {
        note: 'repeating',
        text: 'The turn stopped here. read_file failed the same way 5 times: ',
        requests: TURN_MAX_SAME_FAILURES,
        ran: TURN_MAX_SAME_FAILURES,
      },
    ],
  ])('%s', async (_, steps, end) => {
    const model = scriptedModel(steps)
    const node = startNodeRuntime({ model })
    const { session } = await node.call('session.create', { model: MODEL, mode: 'auto' })
    await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
    await node.rest(session.id)
    expect(await endOf(node, session.id, model.requests)).toEqual(end)
  })

  it('working time, which stands still while a person is asked', async () => {
    const clock = manualClock()
    const scripted = scriptedModel([
      [{ call: 'write_file', args: { path: 'a.txt', content: 'a' } }],
      [glob(0)],
      [glob(1)],
    ])
    const model: typeof scripted = {
      ...scripted,
      async *stream(request, signal) {
        // Half of the time goes by in each of the requests.
        await clock.advance(TURN_MAX_MS / 2)
        yield* scripted.stream(request, signal)
      },
    }
    const node = startNodeRuntime({ model, clock })
    const { session } = await node.call('session.create', { model: MODEL, mode: 'ask' })
    await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    await clock.advance(TURN_MAX_MS * 10)
    const answer = { verdict: 'allow-once', planDigest: approval.planDigest } as const
    await node.call('approval.answer', { sessionId: session.id, approvalId: approval.id, answer })
    await node.rest(session.id)
    expect(await endOf(node, session.id, scripted.requests)).toEqual({
      note: 'budget',
      text: 'The turn stopped here. It worked for 30 minutes.',
      requests: 2,
      ran: 2,
    })
  })
})

import { expect, it } from 'vitest'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import { HEARTBEAT_MS, TOOL_GRACE_MS, TOOL_IDLE_MS } from '#contracts/limits.ts'
import { canaries, canary } from '#e2e/doubles/canary.ts'
import { startNodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'
import { manualClock, type ManualClock } from '#world/manual-clock.ts'

const ROUND_MS = TOOL_IDLE_MS - 1
const ROUNDS = 5

/** A turn with one call of a tool that does what the test says, on a clock that the test drives. */
async function start(timeoutMs: number | null, does: (run: CapabilityRun, clock: ManualClock) => Promise<string>) {
  const clock = manualClock()
  let begun = (): void => {}
  const running = new Promise<void>((resolve) => (begun = resolve))
  const specs = [canary('outer', { timeoutMs }), canary('inner', { timeoutMs: ROUND_MS * ROUNDS })]
  const made = canaries(specs, async ({ name }, run) => {
    if (name === 'inner') await clock.wait(ROUND_MS * (ROUNDS - 1), run.signal)
    if (name === 'inner') return 'sung'
    begun()
    return does(run, clock)
  })
  const model = scriptedModel([[{ call: 'outer', args: {} }]])
  const node = startNodeRuntime({ model, clock, ...made })
  const { session } = await node.call('session.create', { model: { providerId: 'p', modelId: 'm' }, mode: 'auto' })
  await node.call('turn.send', { sessionId: session.id, text: 'go', attachments: [] })
  await running
  const outcome = async () => {
    const [outer] = (await node.storage.store.tail(session.id, 100)).calls
    return outer?.outcome === undefined ? null : (outer.outcome.failure?.message ?? outer.outcome.durable)
  }
  return { clock, node, model, outcome, id: session.id }
}

const untilAborted = (run: CapabilityRun): Promise<string> =>
  new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true }))

it('a call without a time-out of its own that falls silent is told to end', async () => {
  const { clock, outcome } = await start(null, untilAborted)
  await clock.advance(TOOL_IDLE_MS - 1)
  expect(await outcome()).toBeNull()
  await clock.advance(1)
  expect(await outcome()).toBe('outer was ended after 120 s without a sign of life.')
})

it('one that does not hear it is given up after the grace', async () => {
  const { clock, outcome, node, id } = await start(null, () => new Promise(() => {}))
  await clock.advance(TOOL_IDLE_MS + TOOL_GRACE_MS - 1)
  expect(await outcome()).toBeNull()
  await clock.advance(1)
  await node.rest(id)
  expect(await outcome()).toBe(
    'outer did not end when it was told to, and was given up after 120 s without a sign of life.',
  )
})

it.each<[sign: string, give: (run: CapabilityRun) => void]>([
  ['output', (run) => run.output('stdout', 'la')],
  ['a heartbeat', (run) => run.heartbeat()],
])('%s begins its time anew, for as long as it comes', async (_, give) => {
  const { clock, node, outcome, id } = await start(null, async (run) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await run.clock.wait(ROUND_MS)
      give(run)
    }
    return 'sung'
  })
  await clock.advance(ROUND_MS * ROUNDS)
  await node.rest(id)
  expect(await outcome()).toBe('sung')
})

it('the calls that it makes keep it awake, also silent ones that their own time-out bounds', async () => {
  const { clock, node, outcome, id } = await start(null, async (run) => (await run.invoke('inner', {}, 'code')).status)
  await clock.advance(ROUND_MS * ROUNDS)
  await node.rest(id)
  expect(await outcome()).toBe('ok')
})

it('it stands still while a person is asked, and begins anew with the answer', async () => {
  const { clock, node, outcome, id } = await start(null, async (run) => {
    await run.clock.wait(ROUND_MS)
    const answer = await run.ask({ kind: 'question', question: 'How?', options: [], allowsSeveral: false })
    await run.clock.wait(ROUND_MS)
    return answer.kind
  })
  await clock.advance(ROUND_MS)
  const question = await node.until((event) => (event.type === 'question' ? event.question : undefined))
  await clock.advance(TOOL_IDLE_MS * 100)
  await node.call('question.answer', { sessionId: id, questionId: question.id, answer: { kind: 'text', text: 'Low' } })
  await clock.advance(ROUND_MS)
  await node.rest(id)
  expect(await outcome()).toBe('text')
})

it('a silent call is kept awake by heartbeats until its own time-out, and no model hears of them', async () => {
  const limit = TOOL_IDLE_MS * 3
  const { clock, node, model, outcome, id } = await start(limit, untilAborted)
  await clock.advance(limit - 1)
  expect(await outcome()).toBeNull()
  await clock.advance(1)
  await node.rest(id)
  expect(await outcome()).toBe('outer was ended after 360 s.')
  const beats = node.events.filter((event) => event.type === 'heartbeat').map(({ at }) => at - clock.now() + limit)
  expect(beats).toEqual(Array.from({ length: limit / HEARTBEAT_MS - 1 }, (_, beat) => (beat + 1) * HEARTBEAT_MS))
  // What is told of it is its outcome alone.
  const told = model.requests[1]?.messages.map((message) =>
    message.role === 'results' ? message.results : message.role,
  )
  expect(told).toEqual([
    'user',
    'agent',
    [expect.objectContaining({ name: 'outer', failed: true, content: [expect.objectContaining({ type: 'text' })] })],
  ])
  expect(JSON.stringify(model.requests)).not.toContain('heartbeat')
})

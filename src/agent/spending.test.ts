import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Message } from '#contracts/messages.ts'
import { DEFAULT_MONEY, Money } from '#contracts/money.ts'
import { mortalStorage } from '#e2e/doubles/mortal-storage.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { pricedModel, type PricedAnswer } from '#e2e/doubles/priced-model.ts'
import { systemClock } from '#world/clock.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
/** Waits between two tries take no time. */
const CLOCK = { ...systemClock(), wait: async () => {} }

async function start(
  answers: readonly PricedAnswer[],
  money: Partial<Money>,
  onRequest: (index: number) => void = () => {},
  storage: Storage = memoryStorage('A test keeps nothing.'),
) {
  const node = startNodeRuntime({ model: pricedModel(answers, onRequest), clock: CLOCK, storage })
  await node.call('settings.update', { money: { ...DEFAULT_MONEY, ...money } })
  const { session } = await node.call('session.create', { model: MODEL, mode: 'ask' })
  return { node, id: session.id }
}

async function send(node: NodeRuntime, sessionId: string): Promise<void> {
  await node.call('turn.send', { sessionId, text: 'go', attachments: [] })
  await node.rest(sessionId)
}
async function goOn(node: NodeRuntime, sessionId: string): Promise<void> {
  await node.call('turn.goOn', { sessionId })
  await node.rest(sessionId)
}
const last = async (node: NodeRuntime, sessionId: string): Promise<Message | undefined> =>
  (await node.call('session.open', { sessionId })).messages.at(-1)
const paid = (cost: number | null, kind: PricedAnswer['kind'] = 'call'): PricedAnswer => ({ cost, kind })
const end = (text: string) => ({ role: 'note', note: 'budget', canGoOn: true, text: `The turn stopped here. ${text}` })

describe('a cap on money', () => {
  it('ends the turn before the request that would pass it, says by how much, and going on allows as much again', async () => {
    const { node, id } = await start([paid(0.25), paid(0.5), paid(0.5), paid(0.5)], { turnCap: 0.6 })
    await send(node, id)
    expect(await last(node, id)).toMatchObject(
      end('This turn has cost $0.75, and the cap on a turn is $0.60. Going on allows as much again.'),
    )
    await goOn(node, id)
    expect(await last(node, id)).toMatchObject(
      end('This turn has cost $1.00, and the cap on a turn is $0.60. Going on allows as much again.'),
    )
  })

  it('on a session holds for later messages too, until the person lets it go on', async () => {
    const answers = [paid(1), paid(1), paid(1, 'rest'), paid(1, 'rest')]
    let requests = 0
    const { node, id } = await start(answers, { currency: 'EUR', perDollar: 0.5, sessionCap: 1 }, () => (requests += 1))
    await send(node, id)
    const first = 'This session has cost ≈ €1.00, and the cap on a session is €1.00. Going on allows as much again.'
    expect(await last(node, id)).toMatchObject(end(first))
    await send(node, id)
    expect({ requests, last: await last(node, id) }).toMatchObject({ requests: 2, last: end(first) })
    await goOn(node, id)
    await send(node, id)
    expect({ requests, last: await last(node, id) }).toMatchObject({ requests: 4, last: { role: 'agent' } })
    await send(node, id)
    expect({ requests, last: await last(node, id) }).toMatchObject({
      requests: 4,
      last: end(
        'This session has cost ≈ €1.00 since it was last let go on, and the cap on a session is €1.00. Going on allows as much again.',
      ),
    })
  })

  it('says what it cannot count', async () => {
    const { node, id } = await start([paid(null), paid(0.5)], { turnCap: 0.5 })
    await send(node, id)
    expect(await last(node, id)).toMatchObject(
      end(
        'This turn has cost $0.50, and the cap on a turn is $0.50. 1 request whose cost is not known is not counted. Going on allows as much again.',
      ),
    )
    const { session } = await node.call('session.open', { sessionId: id })
    expect(session.spend).toEqual({ letGoOnAt: 0, unpriced: 1 })
  })

  it('lets no failed request be tried again either', async () => {
    let requests = 0
    const { node, id } = await start([paid(0.5, 'retry')], { turnCap: 0.5 }, () => (requests += 1))
    await send(node, id)
    expect({ requests, last: await last(node, id) }).toMatchObject({
      requests: 1,
      last: end('This turn has cost $0.50, and the cap on a turn is $0.50. Going on allows as much again.'),
    })
  })

  it('that another tab sets counts for the next request', async () => {
    const storage = memoryStorage('A test keeps nothing.')
    const other = startNodeRuntime({ model: pricedModel([]), storage })
    const ask: PricedAnswer = { ...paid(0.5), call: { name: 'write_file', args: { path: 'a.txt', content: 'a' } } }
    let requests = 0
    const { node, id } = await start([ask], {}, () => (requests += 1), storage)
    await node.call('turn.send', { sessionId: id, text: 'go', attachments: [] })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    await other.call('settings.update', { money: { ...DEFAULT_MONEY, turnCap: 0.5 } })
    const answer = { verdict: 'allow-once', planDigest: approval.planDigest } as const
    await node.call('approval.answer', { sessionId: id, approvalId: approval.id, answer })
    await node.rest(id)
    expect({ requests, last: await last(node, id) }).toMatchObject({ requests: 1, last: { note: 'budget' } })
  })

  it('counts a turn that goes on after a reload from its beginning', async () => {
    const kept = memoryStorage('A test keeps nothing.')
    const tab = mortalStorage(kept)
    const ask: PricedAnswer = { ...paid(0.5), call: { name: 'write_file', args: { path: 'a.txt', content: 'a' } } }
    const first = await start([ask], { turnCap: 0.5 }, () => {}, tab.storage)
    await first.node.call('turn.send', { sessionId: first.id, text: 'go', attachments: [] })
    await first.node.until((event) => (event.type === 'approval' ? true : undefined))
    tab.die()
    let requests = 0
    const node = startNodeRuntime({ model: pricedModel([], () => (requests += 1)), storage: kept })
    await node.call('session.open', { sessionId: first.id })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    const answer = { verdict: 'allow-once', planDigest: approval.planDigest } as const
    await node.call('approval.answer', { sessionId: first.id, approvalId: approval.id, answer })
    await node.rest(first.id)
    expect({ requests, last: await last(node, first.id) }).toMatchObject({ requests: 0, last: { note: 'budget' } })
  })

  it('and a rate are taken only as what they can be', () => {
    const wrong = [{ turnCap: 0 }, { sessionCap: -1 }, { perDollar: 0 }, { perDollar: 0.9 }, { currency: 'euro' }]
    expect(wrong.map((change) => Money.safeParse({ ...DEFAULT_MONEY, ...change }).success)).toEqual(
      wrong.map(() => false),
    )
  })
})

// Sums of these are exact, so that a cap that is met to the last cent is met here and there.
const dyadic = (max: number) => fc.integer({ min: 1, max: max * 64 }).map((units) => units / 64)
const anyCap = fc.option(dyadic(3), { nil: null })
const anyAnswer = fc.record({
  cost: fc.oneof({ weight: 5, arbitrary: dyadic(1) }, { weight: 1, arbitrary: fc.constantFrom(null, 0) }),
  kind: fc.constantFrom<PricedAnswer['kind']>('call', 'call', 'call', 'rest', 'retry'),
})

it('no request is made to a model once a cap is reached, whatever requests cost, and none is held back before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAnswer, { maxLength: 12 }),
      fc.record({ turnCap: anyCap, sessionCap: anyCap, perDollar: dyadic(4) }),
      fc.array(fc.constantFrom('send', 'go on'), { minLength: 1, maxLength: 4 }),
      async (answers, limits, acts) => {
        const spent = { turn: 0, session: 0, from: 0 }
        const isReached = (cap: number | null, dollars: number) => cap !== null && dollars * limits.perDollar >= cap
        const session = () => isReached(limits.sessionCap, spent.session - spent.from)
        const held = () => isReached(limits.turnCap, spent.turn) || session()
        const madeWhileHeld: number[] = []
        const { node, id } = await start(answers, { currency: 'EUR', ...limits }, (index) => {
          if (held()) madeWhileHeld.push(index)
          const cost = answers[index]?.cost ?? 0
          spent.turn += cost
          spent.session += cost
        })
        for (const act of acts) {
          spent.turn = 0
          if (act === 'go on' && session()) spent.from = spent.session
          await (act === 'send' ? send(node, id) : goOn(node, id))
          const note = await last(node, id)
          // A turn that came to rest by itself needs no further request, whatever it has cost.
          if (note?.role === 'note' && note.note === 'budget') expect(held()).toBe(true)
          else expect(note?.role === 'agent' || (note?.role === 'note' && note.note === 'failed')).toBe(true)
        }
        expect(madeWhileHeld).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
}, 60_000)

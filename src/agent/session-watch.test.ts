import { describe, expect, it } from 'vitest'
import type { WebPage, WebPort } from '#contracts/ports/web.ts'
import type { Mode } from '#contracts/risk.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel, type Said } from '#e2e/doubles/scripted-model.ts'
import { memoryStorage } from '#world/storage/open-storage.ts'

const MODEL = { providerId: 'p', modelId: 'm' }
const ONE = 'https://example.com/a'
const TWO = 'https://example.org/?d=1'
const fetchUrl = (url: string): Said => ({ call: 'fetch_url', args: { url } })

/** A network in which every page says "hello", but for those that `hold` keeps waiting. */
function web(hold: (url: string) => Promise<void> = async () => {}): { port: WebPort; read: string[] } {
  const read: string[] = []
  const port: WebPort = {
    async read(url): Promise<WebPage> {
      read.push(url)
      await hold(url)
      const rest = { redirects: [], status: 200, mediaType: 'text/plain', bytesTotal: 5, truncated: false } as const
      return { url, ...rest, text: 'hello', bytesRead: 5, via: 'browser' }
    },
    greet: async () => {},
  }
  return { port, read }
}

function start(
  steps: Parameters<typeof scriptedModel>[0],
  storage = memoryStorage('A test keeps nothing.'),
  net = web(),
) {
  const node = startNodeRuntime({ model: scriptedModel(steps), storage, createWeb: () => net.port })
  return { node, storage, net }
}
const session = async (node: NodeRuntime, mode: Mode = 'auto'): Promise<string> =>
  (await node.call('session.create', { model: MODEL, mode })).session.id
const send = (node: NodeRuntime, sessionId: string, text: string) =>
  node.call('turn.send', { sessionId, text, attachments: [] })
const asked = (node: NodeRuntime) => node.until((event) => (event.type === 'approval' ? event.approval : undefined))
const watchOf = async (node: NodeRuntime, sessionId: string) =>
  (await node.call('session.open', { sessionId })).session.watch
const callsOf = async (node: NodeRuntime, sessionId: string) => (await node.call('session.open', { sessionId })).calls
const rungs = async (node: NodeRuntime, sessionId: string) =>
  (await callsOf(node, sessionId)).map(({ tool, decision }) => `${tool} ${decision?.outcome} by ${decision?.rung}`)

async function answer(node: NodeRuntime, sessionId: string, verdict: 'allow-once' | 'deny'): Promise<void> {
  const approval = await asked(node)
  const decided = { verdict, planDigest: approval.planDigest }
  await node.call('approval.answer', { sessionId, approvalId: approval.id, answer: decided })
  await node.rest(sessionId)
}

describe('a page that was read', () => {
  it('makes the next one be asked about in auto mode, with what entered', async () => {
    const { node, net } = start([[fetchUrl(ONE)], [fetchUrl(TWO)]])
    const id = await session(node)
    await send(node, id, 'Go.')
    const { reason, sessionScope, ruleWords } = await asked(node)
    expect(reason).toMatch(/^It can carry data out; a page of example\.com entered at \d\d:\d\d\.$/)
    expect([sessionScope, ruleWords, net.read]).toEqual([null, null, [ONE]])
    await answer(node, id, 'deny')
    expect([await rungs(node, id), net.read]).toEqual([['fetch_url run by mode', 'fetch_url deny by ask'], [ONE]])
  })

  it('is not asked about where the person typed the address himself', async () => {
    const { node, net } = start([[fetchUrl(ONE)], [fetchUrl(TWO)]])
    const id = await session(node)
    await send(node, id, `Compare ${ONE} and ${TWO}.`)
    await node.rest(id)
    expect([await rungs(node, id), net.read]).toEqual([
      ['fetch_url run by mode', 'fetch_url run by mode'],
      [ONE, TWO],
    ])
  })

  it('two that are asked for in one turn do not stand in each other’s way', async () => {
    const { node, net } = start([[fetchUrl(ONE), fetchUrl(TWO)]])
    const id = await session(node)
    await send(node, id, 'Go.')
    await node.rest(id)
    expect(net.read).toEqual([ONE, TWO])
    expect((await watchOf(node, id))?.entered.first.map(({ what }) => what)).toEqual([
      'a page of example.com',
      'a page of example.org',
    ])
  })

  it('is denied in headless mode, where nobody is there to ask', async () => {
    const { node, net } = start([[fetchUrl(ONE)], [fetchUrl(TWO)]])
    const id = await session(node, 'headless')
    for (const origin of ['https://example.com', 'https://example.org'])
      await node.call('rules.add', {
        draft: { verdict: 'allow', tool: 'fetch_url', kind: 'address', text: origin, workspaceId: null },
      })
    await send(node, id, 'Go.')
    await node.rest(id)
    expect([await rungs(node, id), net.read]).toEqual([['fetch_url run by rule', 'fetch_url deny by monitor'], [ONE]])
  })
})

describe('what is remembered', () => {
  it('is still known after a reload', async () => {
    const { node, storage } = start([[fetchUrl(ONE)]])
    const id = await session(node)
    await send(node, id, 'Go.')
    await node.rest(id)
    const before = await watchOf(node, id)
    const later = start([[fetchUrl(TWO)]], storage)
    expect(await watchOf(later.node, id)).toEqual(before)
    await send(later.node, id, 'On.')
    await answer(later.node, id, 'deny')
    expect(later.net.read).toEqual([])
  })

  it('counts a page as read where the tab died while it was on its way', async () => {
    let reached = (): void => {}
    const reading = new Promise<void>((resolve) => (reached = resolve))
    const stuck = web(async () => {
      reached()
      await new Promise(() => {})
    })
    const { node, storage } = start([[fetchUrl(ONE)]], undefined, stuck)
    const id = await session(node)
    await send(node, id, 'Go.')
    await reading
    const later = start([[fetchUrl(TWO)]], storage)
    expect((await watchOf(later.node, id))?.entered.first.map(({ what }) => what)).toEqual(['a page of example.com'])
    await send(later.node, id, 'On.')
    await answer(later.node, id, 'deny')
    expect(later.net.read).toEqual([])
  })

  it('is let go of by /clear: the model is told nothing of it any more', async () => {
    const { node, net } = start([[fetchUrl(ONE)], [{ text: 'One.' }], [fetchUrl(TWO)]])
    const id = await session(node)
    await send(node, id, 'Go.')
    await node.rest(id)
    await node.call('slash.run', { sessionId: id, text: '/clear' })
    await node.rest(id)
    expect((await watchOf(node, id))?.entered).toEqual({ first: [], more: 0 })
    await send(node, id, 'On.')
    await node.rest(id)
    expect(net.read).toEqual([ONE, TWO])
  })

  it('says what private data was read, by which call', async () => {
    const { node } = start([
      [{ call: 'write_file', args: { path: 'tokens.json', content: 'KEY=1\n' } }],
      [{ call: 'grep', args: { pattern: 'KEY' } }],
    ])
    const id = await session(node)
    await send(node, id, 'Go.')
    await node.rest(id)
    const [write, grep] = await callsOf(node, id)
    expect((await watchOf(node, id))?.privateReads.first.map(({ callId, what }) => [callId, what])).toEqual([
      [write?.callId, 'tokens.json'],
      [grep?.callId, 'tokens.json'],
    ])
    expect((await watchOf(node, id))?.observed).toBe('workspace-write')
  })
})

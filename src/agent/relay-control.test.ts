import { describe, expect, it } from 'vitest'
import { fail } from '#contracts/failure.ts'
import { startNodeRuntime, type NodeRuntime } from '#e2e/doubles/node-runtime.ts'
import { scriptedModel } from '#e2e/doubles/scripted-model.ts'

const HERE = 'http://127.0.0.1:4180'
const TOKEN = 'tok-0123456789-abcdefghij'

/** A runtime whose web port records what relay it would have gone through. */
function start(greet: () => Promise<void> = async () => {}) {
  const used: unknown[] = []
  const runtime: NodeRuntime = startNodeRuntime({
    model: scriptedModel([]),
    createWeb: (relay) => ({
      read: async () => {
        used.push(await relay())
        throw fail('execution', 'network', 'Nothing is read here.')
      },
      greet: async (access) => {
        used.push(access)
        await greet()
      },
    }),
  })
  const relay = async () => (await runtime.call('app.state', {})).settings.relay
  return { runtime, used, relay }
}

describe('the fetch relay in the settings', () => {
  it('is off until it is turned on, and off again', async () => {
    const { runtime, used, relay } = start()
    expect(await relay()).toBeNull()
    await runtime.call('relay.save', { url: `${HERE}/`, token: ` ${TOKEN} ` })
    expect(await relay()).toEqual({ url: HERE, tokenId: expect.stringMatching(/^relay-/) })
    expect(await runtime.call('relay.test', {})).toEqual({
      ok: true,
      message: `The relay at ${HERE} answers and takes the token.`,
    })
    expect(used).toEqual([{ url: HERE, token: TOKEN }])
    await runtime.call('relay.remove', {})
    expect(await relay()).toBeNull()
    expect(await runtime.call('relay.test', {})).toEqual({ ok: false, message: 'The relay is turned off.' })
  })

  it('says what is wrong with a relay that does not answer', async () => {
    const { runtime } = start(() => Promise.reject(fail('execution', 'not-listening', 'It is not there.')))
    await runtime.call('relay.save', { url: HERE, token: TOKEN })
    expect(await runtime.call('relay.test', {})).toEqual({ ok: false, message: 'It is not there.' })
  })

  it('keeps its token for the same address, and gives it to no other', async () => {
    const { runtime, used, relay } = start()
    await runtime.call('relay.save', { url: HERE, token: TOKEN })
    const before = await relay()
    await runtime.call('relay.save', { url: HERE })
    expect(await relay()).toEqual(before)
    await expect(runtime.call('relay.save', { url: 'http://127.0.0.1:9999' })).rejects.toThrow(/Enter the token/)
    await expect(runtime.call('relay.save', { url: 'https://relay.example.com' })).rejects.toThrow(/Enter the token/)
    expect(await relay()).toEqual(before)
    await runtime.call('relay.save', { url: HERE, token: 'another-token' })
    await runtime.call('relay.test', {})
    expect(used).toEqual([{ url: HERE, token: 'another-token' }])
    // The first token is erased: the vault knows no such secret any more.
    expect((await relay())?.tokenId).not.toBe(before?.tokenId)
  })

  it.each([
    ['http://relay.example.com', /needs an https address/],
    ['http://192.168.1.2:4180', /needs an https address/],
    ['http://127.0.0.1.example.com:4180', /needs an https address/],
    ['ftp://127.0.0.1', /must begin with https/],
    ['http://user:secret@127.0.0.1:4180', /before the @/],
    ['http://127.0.0.1:4180/?token=secret', /first "\?" or "#"/],
    ['nonsense', /not a URL/],
  ])('refuses the address %s', async (url, said) => {
    const { runtime, relay } = start()
    await expect(runtime.call('relay.save', { url, token: TOKEN })).rejects.toThrow(said)
    expect(await relay()).toBeNull()
  })

  it.each(['http://localhost:4180', 'http://[::1]:4180', 'http://127.9.9.9', 'https://relay.example.com/sub'])(
    'takes the address %s',
    async (url) => {
      const { runtime, relay } = start()
      await runtime.call('relay.save', { url, token: TOKEN })
      expect((await relay())?.url).toBe(url)
    },
  )

  it.each(['two words', 'naïve', '\u0000'])('refuses %j as a token, which no header can carry', async (token) => {
    const { runtime } = start()
    await expect(runtime.call('relay.save', { url: HERE, token })).rejects.toThrow(/not a token/)
  })

  it('never shows the token in what the page is sent', async () => {
    const { runtime } = start()
    await runtime.call('relay.save', { url: HERE, token: TOKEN })
    await runtime.call('relay.test', {})
    const state = await runtime.call('app.state', {})
    expect(JSON.stringify([state, runtime.events])).not.toContain(TOKEN)
  })
})

describe('a turn that reads a page', () => {
  const page = {
    url: 'https://example.com/',
    redirects: [],
    status: 200,
    mediaType: 'text/plain',
    text: 'The words of the page.',
    bytesRead: 22,
    bytesTotal: 22,
    truncated: false,
    via: 'browser' as const,
  }

  it('asks, reads and hands the text on as untrusted', async () => {
    const model = scriptedModel([[{ call: 'fetch_url', args: { url: 'https://example.com/' } }]])
    const read: string[] = []
    const node = startNodeRuntime({
      model,
      createWeb: () => ({
        read: async (url) => {
          read.push(url)
          return page
        },
        greet: async () => {},
      }),
    })
    const ref = { providerId: 'p', modelId: 'm' }
    const { session } = await node.call('session.create', { mode: 'ask', model: ref })
    await node.call('turn.send', { sessionId: session.id, text: 'Read it.', attachments: [] })
    const approval = await node.until((event) => (event.type === 'approval' ? event.approval : undefined))
    expect([approval.title, approval.effect, approval.risk]).toEqual([
      'Fetch https://example.com/?',
      { kind: 'address', url: 'https://example.com/', method: 'GET' },
      'read-only-network',
    ])
    expect(read).toEqual([])
    const { id: approvalId, planDigest } = approval
    await node.call('approval.answer', {
      sessionId: session.id,
      approvalId,
      answer: { verdict: 'allow-once', planDigest },
    })
    await node.rest(session.id)
    expect(read).toEqual(['https://example.com/'])
    expect(JSON.stringify(model.requests[1]?.messages)).toContain(
      'Untrusted content of https://example.com stands between',
    )
  })

  it('is not offered the tool where nothing reaches the network', async () => {
    const model = scriptedModel([[{ text: 'Hello.' }]])
    const node = startNodeRuntime({ model })
    const { session } = await node.call('session.create', { model: { providerId: 'p', modelId: 'm' } })
    await node.call('turn.send', { sessionId: session.id, text: 'Hi.', attachments: [] })
    await node.rest(session.id)
    expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain('fetch_url')
  })
})

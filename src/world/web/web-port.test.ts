import { describe, expect, test } from 'vitest'
import { CONFIGURED_GUARD, READING_GUARD } from '#agent/gate/outbound.ts'
import { FailureError } from '#contracts/failure.ts'
import { FETCH_DEADLINE_MS, FETCH_MAX_BYTES } from '#contracts/limits.ts'
import { manualClock } from '../manual-clock.ts'
import type { WebSurroundings } from './ask-directly.ts'
import type { RelayAccess } from './ask-relay.ts'
import { createWebPort } from './web-port.ts'

interface Seen {
  readonly url: string
  readonly init: Record<string, unknown>
}

/** The port over a `fetch` that answers as the test says, and what was asked of it. */
function port(
  answer: (url: string, init: RequestInit) => Promise<Response> | Response,
  here: Partial<WebSurroundings> = {},
  relay: RelayAccess | null = null,
) {
  const seen: Seen[] = []
  const clock = manualClock()
  const web = createWebPort({
    guard: READING_GUARD,
    relayGuard: CONFIGURED_GUARD,
    fetch: async (input, init = {}) => {
      const { signal: _, ...rest } = init
      seen.push({ url: String(input), init: rest as Record<string, unknown> })
      return answer(String(input), init)
    },
    clock,
    relay: async () => relay,
    surroundings: () => ({ online: true, origin: 'http://127.0.0.1:4173', holdsAddressSpace: true, ...here }),
  })
  const stop = new AbortController()
  const read = (url: string) => web.read(url, stop.signal)
  const failure = async (url: string) => {
    try {
      await read(url)
    } catch (error) {
      if (error instanceof FailureError) return error.failure
      throw error
    }
    throw new Error('It did not fail.')
  }
  return { web, read, failure, seen, clock, stop }
}

const refusedByBrowser = () => Promise.reject(new TypeError('Failed to fetch'))
const opaqueRedirect = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })

describe('reading through the browser', () => {
  test('sends nothing that tells who asks, and only to a public address', async () => {
    const { read, seen } = port(
      () => new Response('{"a":1}', { headers: { 'content-type': 'application/json', 'content-length': '7' } }),
    )
    expect(await read('https://api.example.com/a?b#c')).toEqual({
      url: 'https://api.example.com/a?b',
      redirects: [],
      status: 200,
      mediaType: 'application/json',
      text: '{"a":1}',
      bytesRead: 7,
      bytesTotal: 7,
      truncated: false,
      via: 'browser',
    })
    expect(seen).toEqual([
      {
        url: 'https://api.example.com/a?b',
        init: {
          method: 'GET',
          mode: 'cors',
          redirect: 'manual',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          targetAddressSpace: 'public',
        },
      },
    ])
  })

  test('leaves the option out where the browser does not know it, which would refuse the request', async () => {
    const { read, seen } = port(() => new Response('x'), { holdsAddressSpace: false })
    await read('https://a.example.com/')
    expect(seen[0]?.init).not.toHaveProperty('targetAddressSpace')
  })

  test.each(['https://127.0.0.1/', 'http://example.com/', 'https://[::ffff:10.0.0.1]/', 'nonsense'])(
    '%s is never asked',
    async (url) => {
      const { failure, seen } = port(() => new Response('x'))
      expect(await failure(url)).toMatchObject({ stage: 'authorization', kind: 'blocked' })
      expect(seen).toEqual([])
    },
  )

  test('fails closed on a redirect that the browser hides, and says what to do', async () => {
    const { failure, seen } = port(opaqueRedirect)
    const said = await failure('https://a.example.com/old')
    expect(said).toMatchObject({ stage: 'execution', kind: 'unsupported', retryable: false })
    expect(said.message).toMatch(
      /redirects, and the browser hides where to, so nothing was followed\. .*final address.*relay/,
    )
    expect(seen).toHaveLength(1)
  })

  test('follows a redirect that can be seen, and checks where it leads', async () => {
    const { failure, seen } = port((url) =>
      Response.redirect(url.endsWith('/a') ? 'https://b.example.com/b' : 'https://10.0.0.1/c', 307),
    )
    expect(await failure('https://a.example.com/a')).toMatchObject({
      kind: 'blocked',
      message: expect.stringContaining('10.0.0.1'),
    })
    expect(seen.map(({ url }) => url)).toEqual(['https://a.example.com/a', 'https://b.example.com/b'])
  })

  test('tells a page without CORS headers from a site that is not there, by its front page', async () => {
    const there = port((_, init) => (init.mode === 'no-cors' ? new Response() : refusedByBrowser()))
    expect(await there.failure('https://a.example.com/x?secret')).toMatchObject({ kind: 'no-cors', retryable: false })
    expect(there.seen[1]).toMatchObject({
      url: 'https://a.example.com/',
      init: { mode: 'no-cors', credentials: 'omit', targetAddressSpace: 'public' },
    })
    const gone = port(refusedByBrowser)
    expect(await gone.failure('https://a.example.com/x')).toMatchObject({ kind: 'not-listening', retryable: true })
  })

  test('makes no second request where the browser would follow its redirects to anywhere', async () => {
    const { failure, seen } = port(refusedByBrowser, { holdsAddressSpace: false })
    expect(await failure('https://a.example.com/')).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('the browser does not tell which'),
    })
    expect(seen).toHaveLength(1)
  })

  test('says that the device is offline', async () => {
    const { failure, seen } = port(refusedByBrowser, { online: false })
    expect(await failure('https://a.example.com/')).toMatchObject({ kind: 'offline', retryable: true })
    expect(seen).toHaveLength(1)
  })

  test('has ten seconds for everything, the body included', async () => {
    let pulled: () => void = () => {}
    const reading = new Promise<void>((resolve) => (pulled = resolve))
    // A body that begins and never ends, and that no abort reaches.
    const { read, clock } = port(
      () =>
        new Response(new ReadableStream({ pull: () => (pulled(), new Promise(() => {})) }), {
          headers: { 'content-type': 'text/plain' },
        }),
    )
    const failed = expect(read('https://a.example.com/')).rejects.toMatchObject({
      failure: { kind: 'timeout', retryable: true },
    })
    await reading
    await clock.advance(FETCH_DEADLINE_MS)
    await failed
    expect(clock.pending()).toBe(0)
  })

  test('ends with the reason of the call when that is stopped', async () => {
    const { read, stop, clock } = port(
      (_, init) =>
        new Promise((__, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    )
    const failed = expect(read('https://a.example.com/')).rejects.toThrow('stopped by the user')
    stop.abort(new Error('stopped by the user'))
    await failed
    expect(clock.pending()).toBe(0)
  })

  test('says that a connection broke off, and returns no part of a page as the whole', async () => {
    const torn = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'))
        controller.error(new TypeError('network error'))
      },
    })
    const { failure } = port(() => new Response(torn, { headers: { 'content-type': 'text/plain' } }))
    expect(await failure('https://a.example.com/')).toMatchObject({ kind: 'network', retryable: true })
  })

  test('reads an endless body as far as its bound', async () => {
    let cancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(300_000).fill(97)),
      cancel: () => void (cancelled = true),
    })
    const { read } = port(() => new Response(endless, { headers: { 'content-type': 'text/plain' } }))
    expect(await read('https://a.example.com/')).toMatchObject({
      bytesRead: FETCH_MAX_BYTES,
      truncated: true,
      bytesTotal: null,
    })
    expect(cancelled).toBe(true)
  })

  test('a body of exactly the bound is whole', async () => {
    const { read } = port(
      () => new Response(new Uint8Array(FETCH_MAX_BYTES).fill(97), { headers: { 'content-type': 'text/plain' } }),
    )
    expect(await read('https://a.example.com/')).toMatchObject({ bytesRead: FETCH_MAX_BYTES, truncated: false })
  })
})

describe('the text of a body', () => {
  const text = async (bytes: readonly number[] | string, type: string | null) => {
    const body = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : new Uint8Array(bytes)
    const { read } = port(() => new Response(body, type === null ? {} : { headers: { 'content-type': type } }))
    return (await read('https://a.example.com/')).text
  }
  const meta = (charset: string) => [...new TextEncoder().encode(`<meta charset="${charset}">`), 0xe9]

  test.each<[string, readonly number[] | string, string | null, string | null]>([
    ['UTF-8 unless something says otherwise', 'é', 'text/plain', 'é'],
    ['the charset of the header', [0xe9], 'text/plain; charset=ISO-8859-1', 'é'],
    ['a quoted one', [0x82, 0xa0], 'text/html; x=y; charset="shift_jis"', 'あ'],
    ['a byte order mark before the header', [0xef, 0xbb, 0xbf, 0xc3, 0xa9], 'text/plain; charset=iso-8859-1', 'é'],
    ['UTF-16 by its mark', [0xff, 0xfe, 0xe9, 0x00], 'text/plain', 'é'],
    ['the charset that the page names', meta('windows-1252'), 'text/html', '<meta charset="windows-1252">é'],
    ['the header before the page', [...meta('utf-8')], 'text/html;charset=latin1', '<meta charset="utf-8">é'],
    ['a page that calls itself UTF-16 in plain letters', meta('utf-16'), 'text/html', '<meta charset="utf-16">\ufffd'],
    ['a charset that nobody knows', 'é', 'text/plain; charset=nonsense', 'é'],
    ['no type at all, but text', 'plain', null, 'plain'],
    ['bytes of no type', [0x00, 0x01, 0x02], null, null],
    ['text called a stream of bytes', 'plain', 'application/octet-stream', 'plain'],
    ['bytes that call themselves text', [0x50, 0x4b, 0x03, 0x04, 0x00], 'text/plain', null],
    ['UTF-16 by the header alone', [0xe9, 0x00], 'text/plain; charset=utf-16le', 'é'],
    ['text with an odd control byte in it', [0x61, 0x01], 'text/plain', 'a\u0001'],
    ['an image', 'GIF89a', 'image/gif', null],
    ['a document', '%PDF-1.7', 'application/pdf', null],
    ['an image that is text', '<svg/>', 'image/svg+xml', '<svg/>'],
    ['a type of JSON', '{}', 'application/vnd.api+json; charset=utf-8', '{}'],
    ['nothing', '', 'text/plain', ''],
  ])('%s', async (_, bytes, type, expected) => {
    expect(await text(bytes, type)).toBe(expected)
  })

  test('a character that the bound cuts in half is left out', async () => {
    const body = new TextEncoder().encode(`x${'é'.repeat(FETCH_MAX_BYTES / 2)}`)
    const { read } = port(() => new Response(body, { headers: { 'content-type': 'text/plain' } }))
    const page = await read('https://a.example.com/')
    expect([page.text?.length, page.text?.endsWith('é')]).toEqual([FETCH_MAX_BYTES / 2, true])
  })
})

describe('a relay that is not one', () => {
  const RELAY = { url: 'http://127.0.0.1:4180', token: 'the-token' }

  test('gets the token and nothing else, and is never gone round', async () => {
    const { failure, seen } = port(refusedByBrowser, {}, RELAY)
    expect(await failure('https://a.example.com/x')).toMatchObject({
      kind: 'not-listening',
      message: expect.stringContaining('npm run relay'),
    })
    expect(seen).toEqual([
      {
        url: `http://127.0.0.1:4180/read?url=${encodeURIComponent('https://a.example.com/x')}`,
        init: expect.objectContaining({
          headers: { authorization: 'Bearer the-token' },
          redirect: 'error',
          credentials: 'omit',
        }),
      },
    ])
  })

  test.each([
    ['a page of its own', () => new Response('<h1>Hello</h1>')],
    ['a line that is no head', () => new Response('{"url":1}\nx')],
    ['an endless line', () => new Response('x'.repeat(3_000_000))],
    ['an error of its own', () => new Response('Not found', { status: 404 })],
  ])('that answers %s is named as that', async (_, answer) => {
    const { failure } = port(answer, {}, RELAY)
    expect(await failure('https://a.example.com/')).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('is not a fetch relay'),
    })
  })

  test('is asked about the longest address that is read, whatever it is escaped to', async () => {
    const { failure, seen } = port(() => new Response('x'), {}, RELAY)
    const address = `https://a.example.com/?${'%C3'.repeat(2_700)}`
    await failure(address)
    expect(seen.map(({ url }) => url)).toEqual([`${RELAY.url}/read?url=${encodeURIComponent(address)}`])
  })

  test('is not even asked about an address that is refused', async () => {
    const { failure, seen } = port(() => new Response('x'), {}, RELAY)
    expect(await failure('https://192.168.0.1/')).toMatchObject({ kind: 'blocked' })
    expect(seen).toEqual([])
  })

  test('is greeted before it is used', async () => {
    const { web, stop } = port(() => new Response(null, { status: 204 }))
    await web.greet(RELAY, stop.signal)
    const other = port(() => new Response('hello'))
    await expect(other.web.greet(RELAY, other.stop.signal)).rejects.toMatchObject({ failure: { kind: 'network' } })
  })
})

describe('the address of a relay', () => {
  const PAGE = 'https://example.com/'
  test.each(['http://127.0.0.1:8787', 'http://192.168.1.5:8787/relay', 'https://relay.example.com'])(
    'is asked where it was entered, and nowhere else: %s',
    async (url) => {
      const { web, failure, seen, stop } = port(() => new Response(null, { status: 204 }), {}, { url, token: 't' })
      await web.greet({ url, token: 't' }, stop.signal)
      expect((await failure(PAGE)).kind).toBe('network')
      expect(seen.map((asked) => asked.url.startsWith(`${url}/`))).toEqual([true, true])
    },
  )

  test.each([
    'ftp://127.0.0.1',
    'https://name:word@relay.example.com',
    'relay.example.com',
    '',
    'http://a\\b',
    'data:,',
  ])('is not asked where it is none: %j', async (url) => {
    const { web, failure, seen, stop } = port(() => new Response(null, { status: 204 }), {}, { url, token: 't' })
    const refused = {
      stage: 'authorization',
      kind: 'blocked',
      message: expect.stringMatching(
        /^The fetch relay was not asked\. .* Correct its address in the settings, under Web\.$/,
      ),
    }
    expect(await failure(PAGE)).toMatchObject(refused)
    await expect(web.greet({ url, token: 't' }, stop.signal)).rejects.toMatchObject({ failure: refused })
    expect(seen).toEqual([])
  })
})

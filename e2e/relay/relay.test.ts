import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { FETCH_DEADLINE_MS, FETCH_MAX_BYTES } from '#contracts/limits.ts'
import { createRelay } from '#workers/relay.ts'
import { manualClock } from '#world/manual-clock.ts'
import { failure, html, ORIGIN, PUBLIC, redirect, stage, TOKEN } from './relay-stage.ts'

describe('a page through the relay', () => {
  test('is read from the address that was checked, with nothing that tells who asks', async () => {
    const { site, read, logged } = await stage((_, response) => html(response, '<p>Grüße</p>'))
    const text = '<p>Grüße</p>'
    expect(await read('https://www.example.com/a?b=c#d')).toEqual({
      url: 'https://www.example.com/a?b=c',
      redirects: [],
      status: 200,
      mediaType: 'text/html',
      text,
      bytesRead: new TextEncoder().encode(text).byteLength,
      bytesTotal: null,
      truncated: false,
      via: 'relay',
    })
    expect(site.asked).toEqual(['www.example.com /a?b=c'])
    expect(site.pinned.dialled).toEqual([`${PUBLIC} 443`])
    expect(Object.keys(site.headers[0] ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(logged).toEqual(['www.example.com 200'])
  })

  test('is followed over redirects, each name resolved and each address checked anew', async () => {
    const { site, read, resolved } = await stage((request, response) => {
      if (request.url === '/') redirect(response, '/next')
      else if (request.url === '/next') redirect(response, 'https://b.example.org:8443/end')
      else html(response, 'there', 'text/plain')
    })
    expect(await read('https://a.example.com/')).toMatchObject({
      url: 'https://b.example.org:8443/end',
      redirects: ['https://a.example.com/', 'https://a.example.com/next'],
      text: 'there',
    })
    expect(resolved).toEqual(['a.example.com', 'a.example.com', 'b.example.org'])
    expect(site.asked).toEqual(['a.example.com /', 'a.example.com /next', 'b.example.org:8443 /end'])
    expect(site.pinned.dialled).toEqual([`${PUBLIC} 443`, `${PUBLIC} 443`, `${PUBLIC} 8443`])
  })

  test('is given up after five redirects', async () => {
    const { site, read } = await stage((request, response) => redirect(response, `${request.url ?? ''}x`))
    expect(await failure(read('https://a.example.com/'))).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('more than 5 times'),
    })
    expect(site.asked).toHaveLength(6)
  })

  test('is read from another address of its name where one does not answer', async () => {
    const { site, read } = await stage(
      (_, response) => html(response, 'there', 'text/plain'),
      () => ['8.8.4.4', PUBLIC],
      ['8.8.4.4'],
    )
    expect(await read('https://a.example.com/')).toMatchObject({ text: 'there' })
    expect(site.pinned.dialled).toEqual([`${PUBLIC} 443`])
  })

  test('that nothing answers is named as that', async () => {
    const { read } = await stage((_, response) => html(response, 'never'), undefined, [PUBLIC])
    expect(await failure(read('https://a.example.com/'))).toMatchObject({
      kind: 'not-listening',
      message: 'Nothing answers at a.example.com (ECONNREFUSED). Check the address, or try again later.',
    })
  })

  test('that is packed is unpacked, and no further than it is read', async () => {
    const { read } = await stage((request, response) => {
      const body = gzipSync(request.url === '/bomb' ? Buffer.alloc(50_000_000, 'a') : 'packed')
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(body)
    })
    expect(await read('https://a.example.com/')).toMatchObject({ text: 'packed', truncated: false })
    expect(await read('https://a.example.com/bomb')).toMatchObject({ bytesRead: FETCH_MAX_BYTES, truncated: true })
  })

  test('without end is truncated, not refused, and its connection is let go', async () => {
    let gone: () => void = () => {}
    const closed = new Promise<void>((resolve) => (gone = resolve))
    const { read } = await stage((_, response) => {
      response.on('close', gone).writeHead(200, { 'content-type': 'text/plain' })
      const more = (): void => {
        while (!response.closed && response.write('x'.repeat(65_536)));
        if (!response.closed) response.once('drain', more)
      }
      more()
    })
    const page = await read('https://a.example.com/')
    expect([page.truncated, page.bytesRead, page.text?.length]).toEqual([true, FETCH_MAX_BYTES, FETCH_MAX_BYTES])
    await closed
  })

  test('whose body never ends in time fails with the deadline', async () => {
    let started: () => void = () => {}
    const slow = new Promise<void>((resolve) => (started = resolve))
    const { ask, clock } = await stage((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).write('one byte', () => started())
    })
    const response = await ask(`/read?url=${encodeURIComponent('https://a.example.com/')}`)
    await slow
    await clock.advance(FETCH_DEADLINE_MS - 1)
    expect(clock.pending()).toBe(1)
    await clock.advance(1)
    await expect(response.text()).rejects.toThrow()
    expect(clock.pending()).toBe(0)
  })

  test('that never answers fails with the deadline', async () => {
    let arrived: () => void = () => {}
    const asked = new Promise<void>((resolve) => (arrived = resolve))
    const { read, clock, logged } = await stage(() => arrived())
    const failed = failure(read('https://a.example.com/'))
    await asked
    await clock.advance(FETCH_DEADLINE_MS)
    expect(await failed).toMatchObject({ stage: 'execution', kind: 'timeout', retryable: true })
    expect(logged).toEqual(['a.example.com timeout'])
  })

  test('whose name takes for ever to resolve fails with the deadline', async () => {
    let asked: () => void = () => {}
    const resolving = new Promise<void>((resolve) => (asked = resolve))
    const clock = manualClock()
    const handler = createRelay({
      resolve: () => {
        asked()
        return new Promise(() => {})
      },
      connect: () => Promise.reject(new Error('It must not come to that.')),
      token: TOKEN,
      origins: [ORIGIN],
      clock,
    })
    const headers = { origin: ORIGIN, authorization: `Bearer ${TOKEN}` }
    const answer = handler(new Request('http://127.0.0.1/read?url=https://a.example.com/', { headers }))
    await resolving
    await clock.advance(FETCH_DEADLINE_MS)
    expect([(await answer).status, clock.pending()]).toEqual([504, 0])
  })

  test('that breaks off is not a shorter page', async () => {
    const { read } = await stage((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' })
        .write('half', () => response.destroy())
    })
    expect(await failure(read('https://a.example.com/'))).toMatchObject({ kind: 'network', retryable: true })
  })

  test('that is not text is not fetched through', async () => {
    const { ask } = await stage((_, response) => html(response, 'PNG', 'image/png'))
    const response = await ask(`/read?url=${encodeURIComponent('https://a.example.com/i.png')}`)
    const [head = '', body] = (await response.text()).split('\n')
    expect([JSON.parse(head), body]).toEqual([expect.objectContaining({ contentType: 'image/png', status: 200 }), ''])
  })
})

describe('the guard of the relay', () => {
  test.each([
    ['a redirect to a private address', 'https://10.0.0.1/x', /10\.0\.0\.1 is a private network/],
    [
      'a redirect to a mapped address',
      'https://[::ffff:127.0.0.1]/',
      /\[::ffff:7f00:1\] is another address in disguise/,
    ],
    ['a redirect to cloud metadata', 'https://169.254.169.254/latest/', /169\.254\.169\.254 is the local link/],
    ['a redirect to http', 'http://b.example.com/', /Only https addresses/],
    ['a redirect with a name and password', 'https://u:p@b.example.com/', /before the @/],
    ['a redirect to a local name', '//localhost/', /localhost is a name of this computer/],
    ['a redirect to something else', 'file:///etc/passwd', /Only https addresses/],
  ])('refuses %s before it connects', async (_, location, said) => {
    const { site, read, resolved } = await stage((__, response) => redirect(response, location))
    expect(await failure(read('https://a.example.com/'))).toMatchObject({
      stage: 'authorization',
      kind: 'blocked',
      message: expect.stringMatching(said),
    })
    expect([site.asked, resolved]).toEqual([['a.example.com /'], ['a.example.com']])
  })

  test.each([
    ['private', ['192.168.1.1']],
    ['loopback', ['::1']],
    ['mapped', ['::ffff:10.0.0.1']],
    ['link-local with a zone', ['fe80::1%eth0']],
    ['private beside public', [PUBLIC, '10.0.0.7']],
    ['public beside private', ['10.0.0.7', PUBLIC]],
    ['none', []],
  ])('refuses a public name that resolves to %s', async (_, addresses) => {
    const { site, read } = await stage(
      (__, response) => html(response, 'never'),
      () => addresses,
    )
    expect(await failure(read('https://a.example.com/'))).toMatchObject({ stage: 'authorization', kind: 'blocked' })
    expect([site.asked, site.pinned.dialled]).toEqual([[], []])
  })

  test('holds a name that is public when it is checked and private ever after (rebinding)', async () => {
    const { site, read, resolved } = await stage(
      (request, response) => (request.url === '/' ? redirect(response, '/again') : html(response, 'never')),
      (_, time) => [time === 1 ? PUBLIC : '127.0.0.1'],
    )
    expect(await failure(read('https://a.example.com/'))).toMatchObject({
      message: expect.stringContaining('a.example.com resolves to 127.0.0.1'),
    })
    // The first connection went to the address of the first answer, and there was no second look-up beside it.
    expect([resolved.length, site.pinned.dialled, site.asked]).toEqual([2, [`${PUBLIC} 443`], ['a.example.com /']])
  })

  test('reads a public address as it stands, without a resolver', async () => {
    const { site, read, resolved } = await stage((_, response) => html(response, 'x'))
    // Its certificate is for names, so the connection is made and then refused.
    expect(await failure(read('https://8.8.8.8/'))).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('8.8.8.8 could not prove'),
    })
    expect([resolved, site.pinned.dialled, site.asked]).toEqual([[], ['8.8.8.8 443'], []])
  })

  test('does not take a certificate of another name', async () => {
    const { site, read } = await stage((_, response) => html(response, 'x'))
    expect(await failure(read('https://www.example.net/'))).toMatchObject({
      kind: 'network',
      message: expect.stringContaining('could not prove'),
    })
    expect(site.asked).toEqual([])
  })
})

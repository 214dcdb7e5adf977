import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { html, ORIGIN, stage, TOKEN } from './relay-stage.ts'

describe('who may use the relay', () => {
  const PAGE = `/read?url=${encodeURIComponent('https://a.example.com/')}`

  test.each([
    ['another page', 'https://evil.example.com'],
    ['a page that hides its origin', 'null'],
    ['no page at all', null],
    ['a page of another port', 'http://127.0.0.1:4174'],
  ])('not %s, whatever it knows', async (_, origin) => {
    const { site, ask } = await stage((__, response) => html(response, 'x'))
    for (const method of ['GET', 'OPTIONS']) {
      const response = await ask(PAGE, { origin, method })
      expect([response.status, response.headers.get('access-control-allow-origin'), await response.text()]).toEqual([
        403,
        null,
        '',
      ])
    }
    expect(site.asked).toEqual([])
  })

  test.each(['', 'a', `${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase()])('not with the token %j', async (token) => {
    const { site, ask } = await stage((_, response) => html(response, 'x'))
    for (const path of [PAGE, '/hello']) {
      const response = await ask(path, { token })
      expect([response.status, await response.json()]).toEqual([
        401,
        {
          failure: expect.objectContaining({
            kind: 'denied',
            message: expect.stringContaining('does not take this token'),
          }),
        },
      ])
    }
    expect(site.asked).toEqual([])
  })

  test.each(['POST', 'PUT', 'DELETE', 'HEAD'])('not with %s', async (method) => {
    const { site, ask } = await stage((_, response) => html(response, 'x'))
    expect((await ask(PAGE, { method })).status).toBe(405)
    expect(site.asked).toEqual([])
  })

  test('a listed page, which is asked for leave first', async () => {
    const { ask } = await stage((_, response) => html(response, 'x'))
    const response = await ask(PAGE, {
      method: 'OPTIONS',
      token: '',
      more: { 'access-control-request-private-network': 'true' },
    })
    const names = ['allow-origin', 'allow-methods', 'allow-headers', 'allow-private-network', 'allow-credentials']
    expect([response.status, names.map((name) => response.headers.get(`access-control-${name}`))]).toEqual([
      204,
      [ORIGIN, 'GET', 'authorization', 'true', null],
    ])
    expect((await ask('/hello')).status).toBe(204)
  })

  test('what it answers is never a page of its own', async () => {
    const { ask } = await stage((_, response) => html(response, '<script>1</script>'))
    const { headers } = await ask(PAGE)
    expect(
      ['content-type', 'x-content-type-options', 'content-security-policy', 'cache-control', 'set-cookie'].map((name) =>
        headers.get(name),
      ),
    ).toEqual(['application/octet-stream', 'nosniff', "default-src 'none'; sandbox", 'no-store', null])
  })

  test.each(['/', '/read', '/read?url=', '/other?url=https://a.example.com/', '/http://a.example.com/'])(
    'the path %s is nothing',
    async (path) => {
      const { site, ask } = await stage((_, response) => html(response, 'x'))
      expect((await ask(path)).status).toBe(404)
      expect(site.asked).toEqual([])
    },
  )

  test('not more than eight at once', async () => {
    const waiting: ServerResponse[] = []
    let all: () => void = () => {}
    const full = new Promise<void>((resolve) => (all = resolve))
    const { ask } = await stage((_, response) => {
      if (waiting.push(response) === 8) all()
    })
    const eight = Array.from({ length: 8 }, () => ask(PAGE))
    await full
    expect((await ask(PAGE)).status).toBe(503)
    for (const response of waiting) html(response, 'done')
    expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  })
})

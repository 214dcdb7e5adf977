import { expect, it } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { diagnoseConnection, type Surroundings } from './diagnose-connection.ts'

const page: Surroundings = { online: true, protocol: 'https:', origin: 'https://app.example' }

/** As a browser does it: a readable request always fails; the unreadable one tells whether a server is there. */
function browser(serverIsThere: boolean, seen: RequestInit[] = []): typeof fetch {
  return async (_input, init) => {
    seen.push(init ?? {})
    if (serverIsThere && init?.mode === 'no-cors') return new Response(null)
    throw new TypeError('Failed to fetch')
  }
}

function diagnose(url: string, fetch: typeof globalThis.fetch, here = page) {
  const place = { label: 'The lab', url, hasKey: true, fetch, clock: manualClock() }
  return diagnoseConnection(place, here, new AbortController().signal)
}

it.each([
  ['http://localhost:11434/v1', /OLLAMA_ORIGINS=https:\/\/app\.example/],
  ['http://127.0.0.1:1234/v1', /LM Studio.*Enable CORS/],
  ['http://[::1]:8000/v1', /--allowed-origins '\["https:\/\/app\.example"\]'/],
  ['https://api.example/v1', /A wrong key can look the same/],
])('says what to change where %s is there and refuses this page', async (url, advice) => {
  const failure = await diagnose(url, browser(true))
  expect({ kind: failure.kind, sure: failure.detail?.['sure'] }).toEqual({ kind: 'no-cors', sure: 'likely' })
  expect(failure.message).toMatch(advice)
})

it('finds that nothing is there', async () => {
  expect((await diagnose('https://api.example/v1', browser(false))).kind).toBe('not-listening')
})

it('asks a second time without a key and without cookies', async () => {
  const seen: RequestInit[] = []
  await diagnose('https://api.example/v1', browser(true, seen))
  expect(seen.map(({ mode, method, credentials, headers }) => ({ mode, method, credentials, headers }))).toEqual([
    { mode: 'no-cors', method: 'GET', credentials: 'omit', headers: undefined },
  ])
})

it('knows without asking that a secure page may not reach an insecure address', async () => {
  const failure = await diagnose('http://192.168.0.7:11434/v1', browser(true))
  expect({ kind: failure.kind, detail: failure.detail }).toEqual({
    kind: 'network',
    detail: { sure: 'certain', reason: 'mixed-content' },
  })
})

it('knows without asking that the device is offline, unless the server is on it', async () => {
  const offline = { ...page, online: false }
  expect((await diagnose('https://api.example/v1', browser(false), offline)).kind).toBe('offline')
  expect((await diagnose('http://localhost:11434/v1', browser(true), offline)).kind).toBe('no-cors')
})

it.each(['', 'localhost:11434', 'ftp://a.example'])('refuses %j as an address', async (url) => {
  expect((await diagnose(url, browser(true))).kind).toBe('bad-request')
})

it('gives up on a server that takes the request and never answers', async () => {
  const clock = manualClock()
  const silent: typeof fetch = (_input, init) =>
    new Promise((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
  const place = { label: 'The lab', url: 'https://api.example/v1', hasKey: false, fetch: silent, clock }
  const found = diagnoseConnection(place, page, new AbortController().signal)
  await clock.advance(5_000)
  expect((await found).kind).toBe('not-listening')
  expect(clock.pending()).toBe(0)
})

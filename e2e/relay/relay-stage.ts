import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { CONFIGURED_GUARD, READING_GUARD } from '#agent/gate/outbound.ts'
import { FailureError } from '#contracts/failure.ts'
import type { WebPage } from '#contracts/ports/web.ts'
import { type HttpsSite, startHttpsSite } from '#e2e/doubles/https-site.ts'
import { createRelay } from '#workers/relay.ts'
import { manualClock, type ManualClock } from '#world/manual-clock.ts'
import { createWebPort } from '#world/web/web-port.ts'
import { serveHandler } from './node-server.ts'
import { pinnedConnect } from './pinned-connect.ts'

export const TOKEN = 'a-token-of-this-test'
export const ORIGIN = 'http://127.0.0.1:4173'
export const PUBLIC = '93.184.215.14'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** The relay with a site behind it, and a page in front of it. */
export interface Stage {
  readonly site: HttpsSite
  readonly url: string
  readonly clock: ManualClock
  readonly logged: string[]
  /** Names that were looked up, in order. */
  readonly resolved: string[]
  read(url: string): Promise<WebPage>
  /** A request as a page of `origin` makes it. */
  ask(
    path: string,
    init?: { method?: string; origin?: string | null; token?: string; more?: Record<string, string> },
  ): Promise<Response>
}

/** The real relay on a real socket before a real TLS site; names resolve as the test says. */
export async function stage(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  resolve: (host: string, time: number) => readonly string[] = () => [PUBLIC],
  closed: readonly string[] = [],
): Promise<Stage> {
  const site = await startHttpsSite(answer)
  closing.push(site.close)
  const clock = manualClock()
  const resolved: string[] = []
  const logged: string[] = []
  const server = await serveHandler(
    createRelay({
      resolve: async (host) => {
        resolved.push(host)
        return resolve(host, resolved.length)
      },
      connect: pinnedConnect({
        ...site.pinned,
        // Port 1 of this computer: nothing listens there.
        dial: (address, port) =>
          closed.includes(address) ? { address: '127.0.0.1', port: 1 } : site.pinned.dial(address, port),
      }),
      token: TOKEN,
      origins: [ORIGIN],
      clock,
      log: (host, status) => logged.push(`${host} ${status}`),
    }),
    0,
  )
  closing.push(
    () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  // As the browser does: the page's origin goes with every request, and no page can change it.
  const asPage: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), origin: ORIGIN } })
  const port = createWebPort({
    guard: READING_GUARD,
    relayGuard: CONFIGURED_GUARD,
    fetch: asPage,
    clock: manualClock(),
    relay: async () => ({ url, token: TOKEN }),
    surroundings: () => ({ online: true, origin: ORIGIN, holdsAddressSpace: false }),
  })
  return {
    site,
    url,
    clock,
    logged,
    resolved,
    read: (page) => port.read(page, new AbortController().signal),
    ask: (path, { method = 'GET', origin = ORIGIN, token = TOKEN, more = {} } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: { ...(origin === null ? {} : { origin }), authorization: `Bearer ${token}`, ...more },
      }),
  }
}

/** Answers 200 with a body, and with a cookie that nobody must see. */
export const html = (response: ServerResponse, body: string, type = 'text/html; charset=utf-8') => {
  response.writeHead(200, { 'content-type': type, 'set-cookie': 'id=1' }).end(body)
}
/** Answers with a redirect. */
export const redirect = (response: ServerResponse, location: string) =>
  response.writeHead(302, { location }).end('moved')
/** The failure that a promise ends with. */
export const failure = async (promise: Promise<unknown>) => {
  try {
    await promise
  } catch (error) {
    if (error instanceof FailureError) return error.failure
    throw error
  }
  throw new Error('It did not fail.')
}

import { FailureError, fail, isAbort, toFailure, type Failure } from '#contracts/failure.ts'
import { ADDRESS_MAX_CHARS, FETCH_DEADLINE_MS, FETCH_MAX_BYTES, RELAY_MAX_AT_ONCE } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import { askPinned, type PinnedParts } from './ask-pinned.ts'
import { isTextType, mediaTypeOf } from './decode-text.ts'
import { REDIRECTS } from './follow.ts'
import { boundedBody } from './relay-body.ts'
import { sameText } from './same-text.ts'
import {
  RELAY_HEAD_MAX_BYTES,
  RELAY_HELLO_PATH,
  RELAY_PATH,
  type RelayHead,
  type RelayRefusal,
} from './relay-protocol.ts'

/** What a relay is made from; the platform (Node, an edge host) hands in how it resolves and connects. */
export interface RelayParts extends PinnedParts {
  readonly token: string
  /** Origins of the pages that may use it, as browsers send them. */
  readonly origins: readonly string[]
  readonly clock: Pick<Clock, 'after'>
  /** Told which host was asked and what came of it; never an address, a header or content. */
  log?(host: string, status: number | string): void
}

/**
 * A fetch relay as a web-standard handler (spec WB2): one hop each request, GET only, for listed pages that know the token,
 * with the outbound guard over every address of a name, and the connection made to the address that was checked. It keeps and
 * logs no content, and passes no header on in either direction. Never throws.
 */
export function createRelayHandler(parts: RelayParts): (request: Request) => Promise<Response> {
  let running = 0
  return async (request) => {
    const origin = request.headers.get('origin') ?? ''
    // Without CORS headers: a page that is not listed learns nothing, not even that this is a relay.
    if (!parts.origins.includes(origin)) return new Response(null, { status: 403, headers: { vary: 'Origin' } })
    const headers = headersFor(origin)
    if (request.method === 'OPTIONS') return preflight(request, headers)
    if (request.method !== 'GET') return refusal(405, refused('The relay answers GET only.'), headers)
    if (!sameText(request.headers.get('authorization') ?? '', `Bearer ${parts.token}`)) {
      const said =
        'The fetch relay does not take this token. Copy the one that it printed when it was started into the settings, under Web.'
      return refusal(401, refused(said), headers)
    }
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === RELAY_HELLO_PATH) return new Response(null, { status: 204, headers })
    const url = searchParams.get('url') ?? ''
    if (pathname !== RELAY_PATH || url === '')
      return refusal(404, refused('The relay does not know this path.'), headers)
    if (running >= RELAY_MAX_AT_ONCE) {
      const busy = fail('execution', 'overloaded', 'The fetch relay is busy. Try again in a moment.', {
        retryable: true,
      })
      return refusal(503, busy.failure, headers)
    }
    running += 1
    return read(parts, url, request.signal, headers, () => (running -= 1))
  }
}

async function read(
  parts: RelayParts,
  address: string,
  gone: AbortSignal,
  headers: Headers,
  onEnd: () => void,
): Promise<Response> {
  const stop = new AbortController()
  const leave = (): void => stop.abort(gone.reason)
  gone.addEventListener('abort', leave, { once: true })
  const cancel = parts.clock.after(FETCH_DEADLINE_MS, () => stop.abort(late().failure))
  const end = (): void => {
    cancel()
    gone.removeEventListener('abort', leave)
    onEnd()
  }
  try {
    const verdict = parts.guard.checkAddress(address.slice(0, ADDRESS_MAX_CHARS))
    if (!verdict.allowed) throw fail('authorization', 'blocked', verdict.reason)
    const answer = await askPinned(parts)(verdict.url, verdict.host, stop.signal)
    parts.log?.(new URL(verdict.url).hostname, answer.status)
    const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
    const contentType = answer.headers.get('content-type')
    const head: RelayHead = {
      status: answer.status,
      location,
      contentType: contentType?.slice(0, 1_000) ?? null,
      contentLength: answer.headers.get('content-length'),
    }
    const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`)
    if (line.byteLength > RELAY_HEAD_MAX_BYTES)
      throw fail('execution', 'network', 'The address that it redirects to is too long.')
    // What a redirect says beside where it leads is nobody's to read.
    const isText = location === null && isTextType(mediaTypeOf(contentType)) !== 'no'
    if (!isText) answer.body?.cancel().catch(() => {})
    // One byte more than a reader keeps, so that a longer body is seen to be longer.
    const body = boundedBody(line, isText ? answer.body : null, FETCH_MAX_BYTES + 1, stop.signal, end)
    headers.set('content-type', 'application/octet-stream')
    return new Response(body, { status: 200, headers })
  } catch (error) {
    end()
    const failure = failureOf(error, stop.signal)
    parts.log?.(URL.canParse(address) ? new URL(address).hostname : '?', failure.kind)
    return refusal(STATUS[failure.kind] ?? 502, failure, headers)
  }
}

const STATUS: Readonly<Partial<Record<Failure['kind'], number>>> = { blocked: 403, timeout: 504 }

function preflight(request: Request, headers: Headers): Response {
  headers.set('access-control-allow-methods', 'GET')
  headers.set('access-control-allow-headers', 'authorization')
  headers.set('access-control-max-age', '600')
  // Browsers before the local-network permission asked the server instead of the person.
  if (request.headers.get('access-control-request-private-network') === 'true')
    headers.set('access-control-allow-private-network', 'true')
  return new Response(null, { status: 204, headers })
}

function headersFor(origin: string): Headers {
  return new Headers({
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'cache-control': 'no-store',
    // Whatever a site sends, it is bytes here and never a page of the relay's own origin.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'referrer-policy': 'no-referrer',
  })
}

function refusal(status: number, failure: Failure, headers: Headers): Response {
  headers.set('content-type', 'application/json')
  return new Response(JSON.stringify({ failure } satisfies RelayRefusal), { status, headers })
}

function refused(message: string): Failure {
  return { stage: 'execution', kind: 'denied', message, retryable: false }
}

function late() {
  return fail(
    'execution',
    'timeout',
    `The page did not answer in full within ${FETCH_DEADLINE_MS / 1_000} s, redirects included. Try again later, or another address.`,
    { retryable: true },
  )
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof FailureError) return error.failure
  if (isAbort(error, signal)) return late().failure
  return toFailure(error, 'execution')
}

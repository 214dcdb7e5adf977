import { FailureError, fail, isAbort } from '#contracts/failure.ts'
import { FETCH_MAX_BYTES } from '#contracts/limits.ts'
import type { ConfiguredGuard } from '#contracts/ports/web.ts'
import type { HopAnswer } from './follow.ts'
import { readBody } from '../read-body.ts'
import { RELAY_HEAD_MAX_BYTES, RELAY_HELLO_PATH, RELAY_PATH, RelayHead, RelayRefusal } from './relay-protocol.ts'

/** The relay that the user runs. */
export interface RelayAccess {
  /** Origin and path, without a slash at the end. */
  readonly url: string
  readonly token: string
}

/** How a relay is asked: through the guard, right before each request. */
export interface RelayWay {
  readonly fetch: typeof fetch
  readonly guard: ConfiguredGuard
}

/**
 * Asks the user's relay for one hop, over which it holds the guard with DNS. Throws `FailureError`, the relay's own or
 * one that says what is wrong with the relay; never falls back to another way.
 */
export async function askRelay(
  way: RelayWay,
  relay: RelayAccess,
  url: string,
  signal: AbortSignal,
): Promise<HopAnswer> {
  const response = await request(way, relay, RELAY_PATH, signal, `?url=${encodeURIComponent(url)}`)
  // One byte more than is kept, so that a longer body is seen to be longer.
  const { bytes } = await readBody(response.body, RELAY_HEAD_MAX_BYTES + FETCH_MAX_BYTES + 1, signal)
  const end = bytes.subarray(0, RELAY_HEAD_MAX_BYTES).indexOf(0x0a)
  const head = RelayHead.safeParse(parseJson(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end)))))
  if (end === -1 || !head.success) throw notOurs(relay)
  const { contentType, contentLength, status, location } = head.data
  const headers = new Headers()
  if (location !== null) headers.set('location', location)
  if (contentType !== null) headers.set('content-type', contentType)
  if (contentLength !== null) headers.set('content-length', contentLength)
  const body = new Response(bytes.slice(end + 1)).body
  return { status, headers, body }
}

/** Whether the relay is there and takes the token. Throws `FailureError` where not. */
export async function greetRelay(way: RelayWay, relay: RelayAccess, signal: AbortSignal): Promise<void> {
  const response = await request(way, relay, RELAY_HELLO_PATH, signal)
  response.body?.cancel().catch(() => {})
  if (response.status !== 204) throw notOurs(relay)
}

async function request(
  { fetch: fetcher, guard }: RelayWay,
  relay: RelayAccess,
  path: string,
  signal: AbortSignal,
  query = '',
): Promise<Response> {
  const verdict = guard(`${relay.url}${path}`, relay.url)
  if (!verdict.allowed) {
    const said = `The fetch relay was not asked. ${verdict.reason} Correct its address in the settings, under Web.`
    throw fail('authorization', 'blocked', said)
  }
  let response: Response
  try {
    response = await fetcher(`${verdict.url}${query}`, {
      headers: { authorization: `Bearer ${relay.token}` },
      mode: 'cors',
      // A relay has no reason to redirect, and the token goes to nobody else.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    })
  } catch (error) {
    if (isAbort(error, signal)) throw signal.aborted ? signal.reason : error
    const said = `The fetch relay at ${relay.url} does not answer this page. Start it with "npm run relay", check that it allows this page's origin, allow the browser to reach the local network if it asks, or turn the relay off in the settings, under Web.`
    throw fail('execution', 'not-listening', said, { retryable: true })
  }
  if (response.ok) return response
  const { bytes } = await readBody(response.body, RELAY_HEAD_MAX_BYTES, signal)
  const refusal = RelayRefusal.safeParse(parseJson(new TextDecoder().decode(bytes)))
  throw refusal.success ? new FailureError(refusal.data.failure) : notOurs(relay)
}

function notOurs(relay: RelayAccess) {
  const said = `What answers at ${relay.url} is not a fetch relay of this version. Correct its address in the settings, under Web.`
  return fail('execution', 'network', said)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import { fail, isAbort } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { AskHop } from './follow.ts'

/** What this browser can do about requests; a test hands in its own. */
export interface WebSurroundings {
  readonly online: boolean
  /** Of the page, to be named in advice; '' outside a browser. */
  readonly origin: string
  /**
   * The browser can be told that a request must end at a public address (Local Network Access). Then a public name that
   * resolves to this computer or to a private network is refused before anything is sent.
   */
  readonly holdsAddressSpace: boolean
}

/** Reads the surroundings of this thread. */
export function webSurroundings(): WebSurroundings {
  const scope: { navigator?: { onLine?: boolean }; location?: { origin?: string } } = globalThis
  return {
    online: scope.navigator?.onLine !== false,
    origin: scope.location?.origin ?? '',
    holdsAddressSpace: typeof Request === 'function' && 'targetAddressSpace' in Request.prototype,
  }
}

/** How long the second request may take that finds out why the first one failed. */
const PROBE_MS = 3_000
const WAY_OUT = 'The fetch relay reads such pages: the user can turn it on in the settings, under Web.'
/** Nothing that could tell who asks, or that is kept. */
const ALWAYS = { method: 'GET', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const
type PublicOnly = RequestInit & { targetAddressSpace?: 'public' }

/**
 * Asks through the browser's own `fetch`. What it hides, it fails closed on: where a redirect leads (opaque), and any
 * page without CORS headers.
 *
 * DNS is hidden too. In Chromium 156 `targetAddressSpace: 'public'` was measured to refuse a public name that resolves to
 * loopback, before anything is sent, from a page on loopback as well as from a public one, and also at the end of a
 * redirect that the browser follows. Where a browser does not know the option (`holdsAddressSpace` false) a name of the
 * public internet that resolves to a private address is asked: by https, without credentials, and its answer is readable
 * only with a certificate for that name and CORS headers. Only the relay holds that.
 */
export function askDirectly(fetcher: typeof fetch, clock: Clock, here: WebSurroundings): AskHop {
  const publicOnly: PublicOnly = here.holdsAddressSpace ? { targetAddressSpace: 'public' } : {}
  return async (url, host, signal) => {
    let response: Response
    try {
      const init: PublicOnly = { ...ALWAYS, ...publicOnly, mode: 'cors', redirect: 'manual', signal }
      response = await fetcher(url, init)
    } catch (error) {
      if (isAbort(error, signal)) throw signal.aborted ? signal.reason : error
      throw await diagnose(url, host, signal)
    }
    if (response.type === 'opaqueredirect') {
      const said = `${url} redirects, and the browser hides where to, so nothing was followed. Call again with the final address, if you know it. ${WAY_OUT}`
      throw fail('execution', 'unsupported', said)
    }
    return { status: response.status, headers: response.headers, body: response.body }
  }

  async function diagnose(url: string, host: string, signal: AbortSignal) {
    if (!here.online) {
      const said = `This device is offline, so ${host} cannot be reached. Try again when it is online.`
      return fail('execution', 'offline', said, { retryable: true })
    }
    const from = here.origin === '' ? 'this page' : here.origin
    const closed = `it does not let ${from} read its pages (no CORS header), as most sites do not, or it redirects where the browser does not say`
    // The second request follows redirects, and only a browser that holds them to public addresses may make it.
    if (!here.holdsAddressSpace) {
      const said = `${host} could not be read. Either ${closed}, or nothing answers there; the browser does not tell which. ${WAY_OUT}`
      return fail('execution', 'network', said, { retryable: true })
    }
    if (await answers(new URL('/', url).href, signal))
      return fail('execution', 'no-cors', `${host} answers, but ${closed}. ${WAY_OUT}`)
    const said = `Nothing answers at ${host}: there is no such name, it is down, or it leads to a private address, which is refused. Check the address.`
    return fail('execution', 'not-listening', said, { retryable: true })
  }

  /** Asks for the front page only: what was written into the address is not sent a second time. */
  async function answers(url: string, signal: AbortSignal): Promise<boolean> {
    const stop = new AbortController()
    const cancel = clock.after(PROBE_MS, () => stop.abort())
    try {
      const init: PublicOnly = {
        ...ALWAYS,
        ...publicOnly,
        mode: 'no-cors',
        signal: AbortSignal.any([signal, stop.signal]),
      }
      const response = await fetcher(url, init)
      response.body?.cancel().catch(() => {})
      return true
    } catch {
      signal.throwIfAborted()
      return false
    } finally {
      cancel()
    }
  }
}

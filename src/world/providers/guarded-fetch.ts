import { fail, type FailureError } from '#contracts/failure.ts'
import type { ConfiguredGuard } from '#contracts/ports/web.ts'

/** Whose requests are guarded. */
export interface GuardedPlace {
  /** The provider's label, for what is said to a person. */
  readonly label: string
  readonly baseUrl: string
  readonly guard: ConfiguredGuard
}

/** What no request to a provider has: cookies, the address of this page, a copy in the browser's cache. */
const ALWAYS = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const

/**
 * The way out to providers: a `fetch` that asks only what the outbound guard lets through for the address that was
 * entered, and never follows a redirect, because the browser would take `x-api-key` and its like along to wherever that
 * leads. Throws `FailureError` where it refuses.
 */
export function guardedFetch(base: typeof fetch, { label, baseUrl, guard }: GuardedPlace): typeof fetch {
  return async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    if (!guard(baseUrl, baseUrl).allowed)
      throw refused(`The address of ${label} is not a web address. Correct it in the settings.`)
    if (!guard(url, baseUrl).allowed) {
      const { origin } = new URL(baseUrl)
      throw refused(`A request would have left ${origin}, the address of ${label}, so it was not sent.`)
    }
    if (init?.mode === 'no-cors') {
      // A browser follows the redirects of such a request or makes none at all. It carries nothing that could leak.
      return await base(url, { method: 'GET', mode: 'no-cors', signal: init.signal ?? null, ...ALWAYS })
    }
    // Not 'error': that is a failed connection to whoever reads it, and could not be told from a closed port.
    const response = await base(input, { ...init, mode: 'cors', redirect: 'manual', ...ALWAYS })
    if (response.type !== 'opaqueredirect' && !REDIRECTS.has(response.status)) return response
    await response.body?.cancel()
    throw refused(
      `The address of ${label} redirects, and a key is not sent along to another address. Enter the final one in the settings.`,
    )
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

function refused(message: string): FailureError {
  return fail('model', 'bad-request', message)
}

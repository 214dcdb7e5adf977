import { FailureError, fail } from '#contracts/failure.ts'
import type { AddressGuard } from '#contracts/ports/web.ts'
import { untilAborted } from '../until-aborted.ts'
import type { AskHop, HopAnswer } from './follow.ts'

/** How names are resolved and connections are made, where the platform lets both be seen. */
export interface PinnedParts {
  readonly guard: AddressGuard
  /** Every address that a name has now; empty where there is none. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>
  /**
   * One GET to `url` over a connection to exactly `address`, without cookies, keys or a referrer, and without following
   * redirects. Throws `FailureError` where there is no answer. Headers: `location`, `content-type`, `content-length`.
   */
  connect(url: string, address: string, signal: AbortSignal): Promise<HopAnswer>
}

/** Addresses of one name that are tried, one after the other. */
const TRIES = 4

/** One hop: resolve, check every address, and connect to one that was checked. The next hop resolves anew. */
export function askPinned({ guard, resolve, connect }: PinnedParts): AskHop {
  return async (url, host, signal) => {
    const literal = host.startsWith('[') ? host.slice(1, -1) : /^[\d.]+$/.test(host) ? host : null
    const found = literal === null ? await untilAborted(resolve(host, signal), signal) : [literal]
    const verdict = guard.checkResolved(found, host)
    if (!verdict.allowed) throw fail('authorization', 'blocked', verdict.reason)
    let last: unknown
    for (const address of verdict.addresses.slice(0, TRIES)) {
      try {
        return await connect(url, address, signal)
      } catch (error) {
        signal.throwIfAborted()
        // Only where nothing was reached is another address of the same name worth a try.
        if (!(error instanceof FailureError) || error.failure.kind !== 'not-listening') throw error
        last = error
      }
    }
    throw last
  }
}

import { fail } from '#contracts/failure.ts'
import { FETCH_DEADLINE_MS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { AddressGuard, ConfiguredGuard, WebPort } from '#contracts/ports/web.ts'
import { askDirectly, webSurroundings, type WebSurroundings } from './ask-directly.ts'
import { askRelay, greetRelay, type RelayAccess } from './ask-relay.ts'
import { follow, type AskHop } from './follow.ts'
import { toPage } from './to-page.ts'
import { within } from '../within.ts'

/** What reading pages is made from. */
export interface WebParts {
  readonly guard: AddressGuard
  /** For the relay, which the user entered. */
  readonly relayGuard: ConfiguredGuard
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Read before each request, so that turning the relay on or off counts at once; null while it is off. */
  relay(): Promise<RelayAccess | null>
  /** Read at the time of each request: a device goes offline. A test hands in its own. */
  surroundings?(): WebSurroundings
}

/** The web port: through the browser, or through the user's relay where that is turned on. */
export function createWebPort({
  guard,
  relayGuard,
  fetch: fetcher,
  clock,
  relay,
  surroundings = webSurroundings,
}: WebParts): WebPort {
  const way = { fetch: fetcher, guard: relayGuard }
  return {
    read: (url, signal, mayLead) =>
      within(
        FETCH_DEADLINE_MS,
        clock,
        signal,
        () => late(url),
        async (own) => {
          const access = await relay()
          const ask: AskHop =
            access === null
              ? askDirectly(fetcher, clock, surroundings())
              : (hop, _, still) => askRelay(way, access, hop, still)
          const followed = await follow(url, guard, ask, own, mayLead)
          return toPage(followed, access === null ? 'browser' : 'relay', own)
        },
      ),
    greet: (access, signal) =>
      within(
        FETCH_DEADLINE_MS,
        clock,
        signal,
        () => late(access.url),
        (own) => greetRelay(way, access, own),
      ),
  }
}

function late(url: string) {
  const said = `${url} did not answer in full within ${FETCH_DEADLINE_MS / 1_000} s, redirects included. Try again later, or another address.`
  return fail('execution', 'timeout', said, { retryable: true })
}

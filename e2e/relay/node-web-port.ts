import { READING_GUARD } from '#agent/gate/outbound.ts'
import { fail } from '#contracts/failure.ts'
import { FETCH_DEADLINE_MS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { WebPort } from '#contracts/ports/web.ts'
import { askPinned } from '#world/web/ask-pinned.ts'
import { follow } from '#world/web/follow.ts'
import { toPage } from '#world/web/to-page.ts'
import { within } from '#world/within.ts'
import { pinnedConnect } from './pinned-connect.ts'
import { resolveHost } from './resolve-host.ts'

/** Reading pages from a process of Node: what the relay does, without one. For the command line. */
export function nodeWebPort(clock: Pick<Clock, 'after'>): WebPort {
  const ask = askPinned({ guard: READING_GUARD, resolve: resolveHost, connect: pinnedConnect() })
  const late = () =>
    fail('execution', 'timeout', `It did not answer in full within ${FETCH_DEADLINE_MS / 1_000} s.`, {
      retryable: true,
    })
  return {
    read: (url, signal, mayLead) =>
      within(FETCH_DEADLINE_MS, clock, signal, late, async (own) =>
        toPage(await follow(url, READING_GUARD, ask, own, mayLead), 'relay', own),
      ),
    greet: async () => {
      throw fail('execution', 'unsupported', 'A command line needs no relay.')
    },
  }
}

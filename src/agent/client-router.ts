import type { RuntimeEvent } from '#contracts/events.ts'
import { fail } from '#contracts/failure.ts'
import type { ClientRouter } from '#contracts/ports/client-router.ts'

/** The page of this thread as a router (spec CM11): it steers by events, and only while a page listens. */
export function createClientRouter(
  sessionId: string,
  byPerson: boolean,
  connected: () => boolean,
  emit: (event: RuntimeEvent) => void,
): ClientRouter {
  return {
    showFile(path, line) {
      if (!connected())
        throw fail('discovery', 'unavailable', 'No page is connected to this run, so nothing can be shown.')
      emit({ type: 'show-file', sessionId, path, line, byPerson })
    },
  }
}

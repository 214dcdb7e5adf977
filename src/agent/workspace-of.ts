import { fail } from '#contracts/failure.ts'
import type { Store } from '#contracts/ports/store.ts'

/** The workspace of a session, open or not. Throws `not-found` where there is no such session. */
export async function workspaceOf(store: Pick<Store, 'session'>, sessionId: string): Promise<string> {
  const session = await store.session(sessionId)
  if (session === null) throw fail('command', 'not-found', 'There is no such session.')
  return session.workspaceId
}

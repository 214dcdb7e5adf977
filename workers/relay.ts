// The fetch relay: joins the handler and the outbound guard. No logic here, and nothing of one platform, so that it runs in
// Node (`npm run relay`) and on edge hosts alike; whoever starts it says how to resolve and connect.
import { READING_GUARD } from '#agent/gate/outbound.ts'
import { createRelayHandler, type RelayParts } from '#world/web/relay-handler.ts'

/** A relay for the given pages and token. The answer to `fetch` events: `(request) => Promise<Response>`. */
export function createRelay(parts: Omit<RelayParts, 'guard'>): (request: Request) => Promise<Response> {
  return createRelayHandler({ ...parts, guard: READING_GUARD })
}

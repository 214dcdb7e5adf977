import { lookup } from 'node:dns/promises'
import type { RelayParts } from '#world/web/relay-handler.ts'

/** Every address of a name, as this computer's own resolver finds them (its hosts file included: it is checked too). */
export const resolveHost: RelayParts['resolve'] = async (host) => {
  try {
    return (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)
  } catch {
    // No such name, or no resolver: either way there is nothing to connect to, and the guard says so.
    return []
  }
}

import type { EchoScope } from '#contracts/messages.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import { sameScope } from './same-scope.ts'

/** The longest id that every provider takes: Azure, Copilot and others answer 400 to more characters than that. */
const LONGEST = 40

/**
 * What a call is called on the wire: the provider's own id where the call came from exactly this place, and ours
 * otherwise, cut where it is too long (its step and position stand in front). An id that a provider used twice stays
 * with its first call. Call and result ask the same map, so they can never diverge (spec PV3).
 */
export function wireIds(messages: readonly ModelMessage[], scope: EchoScope): (callId: string) => string {
  const ids = new Map<string, string>()
  const taken = new Set<string>()
  for (const message of messages) {
    if (message.role !== 'agent') continue
    const same = sameScope(message.echoScope, scope)
    for (const part of message.content) {
      if (part.type !== 'call' || ids.has(part.callId)) continue
      const own = same && part.providerId !== null && part.providerId !== '' && !taken.has(part.providerId)
      const id = own ? (part.providerId ?? part.callId) : part.callId.slice(0, LONGEST)
      ids.set(part.callId, id)
      taken.add(id)
    }
  }
  return (callId) => ids.get(callId) ?? callId
}

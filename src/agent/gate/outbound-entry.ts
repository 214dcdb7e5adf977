import type { CapabilitySpec } from '#contracts/capability.ts'
import type { PlannedCall } from '#contracts/calls.ts'
import type { UntrustedEntry } from './monitor.ts'

/** What the monitor is told once a call of this spec has returned: what came in and from where; null where nothing did. */
export function untrustedEntry(
  spec: Pick<CapabilitySpec, 'brings' | 'words'>,
  plan: Pick<PlannedCall, 'callId' | 'target'>,
): UntrustedEntry | null {
  if (spec.brings !== 'untrusted') return null
  const { kind, value } = plan.target
  // The host alone: an address can carry what must not be shown again and again.
  const host = kind === 'address' && URL.canParse(value) ? new URL(value).host : 'an unknown place'
  return { callId: plan.callId, what: (spec.words.brought ?? 'something of {host}').replace('{host}', () => host) }
}

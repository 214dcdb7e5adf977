import type { CapabilityBody } from '#contracts/capability.ts'
import { fetchUrl } from './fetch-url.ts'

/** The bodies of the group `web`. */
export const bodies: readonly CapabilityBody[] = [fetchUrl]

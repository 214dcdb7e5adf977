import type { CapabilityBody } from '#contracts/capability.ts'
import { execute } from './execute.ts'

/** The bodies of the group `shell`. */
export const bodies: readonly CapabilityBody[] = [execute]

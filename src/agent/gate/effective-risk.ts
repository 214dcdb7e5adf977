import type { CapabilitySpec } from '#contracts/capability.ts'
import type { JsonObject } from '#contracts/json.ts'
import type { RiskClass } from '#contracts/risk.ts'
import { commandSafety } from './command-safety.ts'

/** The class of one call, refined from its arguments where its spec asks for it (spec GT1). */
export interface EffectiveRisk {
  readonly risk: RiskClass
  /** Why it differs from, or stays at, the declared class; '' where nothing was refined. */
  readonly reason: string
  readonly effects: readonly string[]
}

/** Refines a call's risk class. A refinement that cannot decide keeps the class declared. */
export function effectiveRisk(spec: CapabilitySpec, args: JsonObject): EffectiveRisk {
  if (spec.refine === 'command' && spec.target.kind === 'command') {
    const command = args[spec.target.argument]
    if (typeof command === 'string') return commandSafety(command)
  }
  return { risk: spec.risk, reason: '', effects: [] }
}

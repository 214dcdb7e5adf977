import type { CapabilitySpec } from '#contracts/capability.ts'
import type { Standing } from '#contracts/inspection.ts'
import type { Registry } from '#tools/registry.ts'
import type { Availability } from '../plan.ts'

/** Why the model sees the tool of that name or alias now; `available` is null where another tab holds the run. */
export function standingOf(name: string, registry: Registry, available: Availability | null): Standing {
  const found = registry.lookup(name)
  if (found.known) return standingOfSpec(found.spec, available)
  const hint = found.closest.length === 0 ? '' : ` The closest names are ${found.closest.join(', ')}.`
  return { state: 'unknown', group: null, reason: `Nothing of this name is registered.${hint}` }
}

/** The same for a registered one. */
export function standingOfSpec(spec: CapabilitySpec, available: Availability | null): Standing {
  const { group } = spec
  const missing = available?.reason(spec) ?? null
  if (missing !== null) return { state: 'unavailable', group, reason: missing }
  if (spec.callers === 'person')
    return { state: 'person', group, reason: 'Only what you type calls it; the model is never told of it.' }
  if (available === null)
    return { state: 'elsewhere', group, reason: 'Another tab writes this session; only that one can say.' }
  const needs = spec.needs.length === 0 ? 'it needs no service' : `what it needs is there: ${spec.needs.join(', ')}`
  return { state: 'active', group, reason: `The model is told of it, because ${needs}.` }
}

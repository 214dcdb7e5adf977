import type { CapabilityGroup, CapabilitySpec } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import { closestNames } from './closest-names.ts'

/** What a name turned out to be. `calledAs` is there where it was an alias. */
export type Lookup =
  { known: true; spec: CapabilitySpec; calledAs?: string } | { known: false; name: string; closest: string[] }

/** All capabilities as one list, whoever brought them. Immutable: other groups make another registry. */
export interface Registry {
  readonly groups: readonly CapabilityGroup[]
  /** Every spec in a fixed order: groups as given, specs as each group lists them. */
  readonly specs: readonly CapabilitySpec[]
  /** Resolves aliases; an unknown name comes with the nearest known ones. Never throws. */
  lookup(name: string): Lookup
}

/**
 * Builds a registry from groups as data: the built-in ones, later those of MCP servers and host pages.
 * Names are looked up in Maps only, so that `constructor` is as unknown as any other.
 * Throws a `FailureError` (`discovery`, `invalid`) on a duplicate name or an alias that shadows a name.
 */
export function createRegistry(
  groups: readonly CapabilityGroup[],
  aliases: ReadonlyMap<string, string> = new Map(),
): Registry {
  const byName = new Map<string, { spec: CapabilitySpec; group: CapabilityGroup }>()
  for (const group of groups) {
    for (const spec of group.specs) {
      const earlier = byName.get(spec.name)
      if (earlier) {
        const where = `by the groups "${earlier.group.name}" and "${group.name}"`
        throw fail('discovery', 'invalid', `The name "${spec.name}" is registered twice, ${where}.`)
      }
      byName.set(spec.name, { spec, group })
    }
  }
  for (const alias of aliases.keys()) {
    if (byName.has(alias)) throw fail('discovery', 'invalid', `The alias "${alias}" hides the capability of that name.`)
  }

  return {
    groups,
    specs: [...byName.values()].map(({ spec }) => spec),
    lookup(name) {
      const spec = (byName.get(name) ?? byName.get(aliases.get(name) ?? ''))?.spec
      if (spec === undefined) return { known: false, name, closest: closestNames(name, byName.keys()) }
      return spec.name === name ? { known: true, spec } : { known: true, spec, calledAs: name }
    },
  }
}

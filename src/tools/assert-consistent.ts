import type { CapabilityGroup } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'
import type { Presentation } from './presentation.ts'

/** The tables that must tell one story. `bodyGroups` are the groups with a lazy body module. */
export interface ConsistencyTables {
  readonly groups: readonly CapabilityGroup[]
  readonly presentation: ReadonlyMap<string, Presentation>
  readonly nameToGroup: ReadonlyMap<string, string>
  readonly bodyGroups: Iterable<string>
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * The start-up check (spec RG6). Throws one `FailureError` (`discovery`, `internal`) that names every
 * missing entry, orphan and wrong mapping; the list is also in `detail.problems`.
 */
export function assertConsistent(tables: ConsistencyTables): void {
  const problems = [...groupProblems(tables), ...presentationProblems(tables), ...orphanProblems(tables)]
  if (problems.length === 0) return
  throw fail('discovery', 'internal', `The tool tables do not agree. ${problems.join(' ')}`, { detail: { problems } })
}

function* groupProblems({ groups, nameToGroup, bodyGroups }: ConsistencyTables): Generator<string> {
  const bodies = new Set(bodyGroups)
  const groupNames = new Set<string>()
  const names = new Set<string>()
  for (const group of groups) {
    if (groupNames.has(group.name)) yield `The group "${group.name}" is registered twice.`
    groupNames.add(group.name)
    if (!bodies.has(group.name)) yield `The group "${group.name}" has no body module.`
    for (const spec of group.specs) {
      if (names.has(spec.name)) yield `The name "${spec.name}" is registered twice.`
      names.add(spec.name)
      if (spec.group !== group.name) yield `"${spec.name}" stands in "${group.name}" but says "${spec.group}".`
      const mapped = nameToGroup.get(spec.name)
      if (mapped === undefined) yield `"${spec.name}" is missing in the name map.`
      else if (mapped !== group.name) yield `The name map puts "${spec.name}" into "${mapped}", not "${group.name}".`
    }
  }
  for (const name of bodies) if (!groupNames.has(name)) yield `The body module "${name}" belongs to no group.`
}

function* presentationProblems({ groups, presentation }: ConsistencyTables): Generator<string> {
  for (const spec of groups.flatMap((group) => group.specs)) {
    const shown = presentation.get(spec.name)
    if (!shown) yield `"${spec.name}" has no presentation.`
    else {
      if (shown.risk !== spec.risk) yield `"${spec.name}" is shown as ${shown.risk} but is ${spec.risk}.`
      for (const key of ['label', 'icon', 'description'] as const) {
        if (shown[key].trim() === '') yield `The presentation of "${spec.name}" has no ${key}.`
      }
    }
  }
}

function* orphanProblems({ groups, presentation, nameToGroup, aliases }: ConsistencyTables): Generator<string> {
  const names = new Set(groups.flatMap((group) => group.specs.map((spec) => spec.name)))
  for (const name of presentation.keys())
    if (!names.has(name)) yield `The presentation of "${name}" belongs to nothing.`
  for (const name of nameToGroup.keys())
    if (!names.has(name)) yield `The name map knows "${name}", which does not exist.`
  for (const [alias, target] of aliases) {
    if (!names.has(target)) yield `The alias "${alias}" leads to "${target}", which does not exist.`
    if (names.has(alias)) yield `The alias "${alias}" is also the name of a capability.`
  }
}

import type { BodyModule, CapabilityBody, CapabilityGroup, CapabilitySpec } from '#contracts/capability.ts'
import { fail } from '#contracts/failure.ts'

/** One dynamic import per group, by group name. A Map, because a plain object would also know `constructor`. */
export type BodyTable = ReadonlyMap<string, () => Promise<BodyModule>>

/** Finds the body of a spec, loading its group on the first call and only that group (spec RG2). */
export type LoadBody = (spec: CapabilitySpec) => Promise<CapabilityBody>

/**
 * Makes the loader for a body table. It rejects with a `FailureError` of stage `discovery`: `unavailable`
 * and retryable where the group could not be fetched (the next call fetches again), `internal` where
 * specs and bodies have drifted apart (spec RG3: compared by identity, not by field).
 */
export function createBodyLoader(table: BodyTable, groups: readonly CapabilityGroup[]): LoadBody {
  const loaded = new Map<string, Promise<ReadonlyMap<CapabilitySpec, CapabilityBody>>>()

  const loadGroup = (name: string) => {
    const earlier = loaded.get(name)
    if (earlier) return earlier
    const group = groups.find((candidate) => candidate.name === name)
    const load = table.get(name)
    if (!group || !load) throw fail('discovery', 'internal', `The group "${name}" has no body module.`)
    const loading = load().then(
      (module) => matchBodies(group, module),
      (error: unknown) => {
        // Not remembered: a chunk that could not be fetched once may be there the next time.
        loaded.delete(name)
        const reason = error instanceof Error ? error.message : String(error)
        const message = `The tools of the group "${name}" could not be loaded (${reason}). Try the call again.`
        throw fail('discovery', 'unavailable', message, { retryable: true })
      },
    )
    loaded.set(name, loading)
    return loading
  }

  return async (spec) => {
    const body = (await loadGroup(spec.group)).get(spec)
    if (body) return body
    throw fail('discovery', 'internal', `"${spec.name}" is not the spec that stands in the group "${spec.group}".`)
  }
}

/** Pairs each spec of a group with the one body that holds the same object. */
export function matchBodies(group: CapabilityGroup, module: BodyModule): ReadonlyMap<CapabilitySpec, CapabilityBody> {
  const bodies = new Map<CapabilitySpec, CapabilityBody>()
  const problems: string[] = []
  for (const body of module.bodies) {
    if (!group.specs.includes(body.spec)) problems.push(`The body of "${body.spec.name}" holds another spec.`)
    else if (bodies.has(body.spec)) problems.push(`"${body.spec.name}" has two bodies.`)
    else bodies.set(body.spec, body)
  }
  for (const spec of group.specs) if (!bodies.has(spec)) problems.push(`"${spec.name}" has no body.`)
  if (problems.length === 0) return bodies
  const message = `The bodies of the group "${group.name}" do not match its specs. ${problems.join(' ')}`
  throw fail('discovery', 'internal', message, { detail: { problems } })
}

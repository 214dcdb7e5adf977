import type { CallRecord } from '#contracts/calls.ts'
import type { CapabilitySpec } from '#contracts/capability.ts'
import { CALL_FILTERS, type CallFilterState, type InspectedTool, type ToolRow } from '#contracts/inspection.ts'
import { fail } from '#contracts/failure.ts'
import { ALIASES } from '#tools/aliases.ts'
import type { Registry } from '#tools/registry.ts'
import type { History } from '../history/history.ts'
import type { Availability } from '../plan.ts'
import { buildActiveSet } from '../build.ts'
import { approximateTokens } from './approximate-tokens.ts'
import { filterState } from './find-calls.ts'
import { standingOfSpec } from './standing.ts'
import { headSlice } from './text-slice.ts'

/** What tools are inspected with. */
export interface ToolInspection {
  readonly registry: Registry
  /** Null where another tab holds the run. */
  readonly available: Availability | null
  /** Every call of the session that is known. */
  readonly calls: readonly CallRecord[]
}

/** Every registered tool, in the registry's order, with its standing and how often it was called. */
export function inspectTools({ registry, available, calls }: ToolInspection): ToolRow[] {
  return registry.specs.map((spec) => ({
    name: spec.name,
    risk: spec.risk,
    standing: standingOfSpec(spec, available),
    calls: callsOf(spec, calls, registry).length,
  }))
}

/** One registered tool, by name or alias. Throws `not-found` for an unknown one. */
export function inspectTool(name: string, { registry, available, calls }: ToolInspection): InspectedTool {
  const found = registry.lookup(name)
  if (!found.known) throw fail('command', 'not-found', `There is no tool named "${name}".`)
  const { spec } = found
  const schema = JSON.stringify(spec.inputSchema, null, 2)
  const ended = new Map<CallFilterState, number>(CALL_FILTERS.map((state) => [state, 0]))
  for (const call of callsOf(spec, calls, registry)) {
    const state = filterState(call)
    ended.set(state, (ended.get(state) ?? 0) + 1)
  }
  const order = available === null ? [] : buildActiveSet(registry.specs, registry.groups, available, 'ask', null).specs
  const place = order.indexOf(spec)
  return {
    name: spec.name,
    aliases: [...ALIASES]
      .filter(([alias]) => registry.lookup(alias).known)
      .flatMap(([alias, target]) => (target === spec.name ? [alias] : [])),
    standing: standingOfSpec(spec, available),
    description: spec.description,
    risk: spec.risk,
    refined: spec.refine !== undefined,
    concurrency: spec.concurrency,
    needs: spec.needs.map((service) => ({ service, there: isThere(spec, service, available) })),
    timeoutMs: spec.timeoutMs,
    place: place === -1 ? null : place + 1,
    tokens: approximateTokens(`${spec.name} ${spec.description} ${JSON.stringify(spec.inputSchema)}`),
    schema: headSlice(schema),
    calls: Object.fromEntries(ended) as InspectedTool['calls'],
  }
}

/** A tool's schema, written out. */
export function schemaText(name: string, registry: Registry): string {
  const found = registry.lookup(name)
  if (!found.known) throw fail('command', 'not-found', `There is no tool named "${name}".`)
  return JSON.stringify(found.spec.inputSchema, null, 2)
}

/** Every call that stands in the history's messages. */
export function callsIn(history: History): CallRecord[] {
  const ids = history.messages().flatMap((message) => {
    if (message.role === 'user') return message.parts.flatMap((part) => (part.type === 'call' ? [part.callId] : []))
    if (message.role !== 'agent') return []
    return [...message.metadata.providerToolCalls, ...message.metadata.refusedCalls].map(({ id }) => id)
  })
  return ids.flatMap((id) => history.call(id) ?? [])
}

function callsOf(spec: CapabilitySpec, calls: readonly CallRecord[], registry: Registry): CallRecord[] {
  return calls.filter(({ call }) => {
    const found = registry.lookup(call.name)
    return found.known && found.spec === spec
  })
}

/** Whether the run has one service: asked as for a tool that needs nothing else. */
function isThere(
  spec: CapabilitySpec,
  service: CapabilitySpec['needs'][number],
  available: Availability | null,
): boolean | null {
  return available === null ? null : available.reason({ ...spec, needs: [service] }) === null
}

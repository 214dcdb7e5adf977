import type { CapabilityGroup, CapabilitySpec, ServiceName } from '#contracts/capability.ts'
import type { ModelTool } from '#contracts/ports/model.ts'
import type { SandboxAbilities } from '#contracts/ports/sandbox.ts'
import type { Mode } from '#contracts/risk.ts'
import { systemPrompt } from './instructions.ts'
import type { Availability } from './plan.ts'

/** What a run sees and is told: the capability plane's answer for one turn. */
export interface ActiveSet {
  readonly specs: readonly CapabilitySpec[]
  readonly tools: readonly ModelTool[]
  readonly system: string
}

const SERVICE_WORDS: Readonly<Record<ServiceName, string>> = {
  sandbox: 'This run has no sandbox, so it cannot work on files or run commands.',
  human: 'Nobody is there to answer in this run.',
  web: 'This run cannot reach the network, so it reads no pages.',
  client: 'No page is connected to this run, so nothing can be shown.',
  session: 'This run belongs to no session.',
  trust: 'This run cannot say which workspaces are trusted.',
}

/** Which capabilities a run can serve, by the services that it has (spec VI1). */
export function availability(services: ReadonlySet<ServiceName>): Availability {
  return {
    reason(spec) {
      const missing = spec.needs.find((service) => !services.has(service))
      return missing === undefined ? null : SERVICE_WORDS[missing]
    },
  }
}

/** The active set, in the registry's fixed order (spec VI8). */
export function buildActiveSet(
  specs: readonly CapabilitySpec[],
  groups: readonly CapabilityGroup[],
  available: Availability,
  mode: Mode,
  sandbox: SandboxAbilities | null,
): ActiveSet {
  const active = specs.filter((spec) => spec.callers !== 'person' && available.reason(spec) === null)
  return {
    specs: active,
    tools: active.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    system: systemPrompt(active, groups, mode, sandbox),
  }
}

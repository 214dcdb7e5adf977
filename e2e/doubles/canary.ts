import type { CapabilityBody, CapabilityGroup, CapabilitySpec } from '#contracts/capability.ts'
import { implement } from '#contracts/capability.ts'
import type { CapabilityRun } from '#contracts/capability-run.ts'
import type { JsonObject } from '#contracts/json.ts'
import { z } from '#contracts/zod.ts'
import { defineCapability } from '#tools/define-capability.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'

/** A tool that a test makes up: it reads, takes nothing and has no time-out, but for what `more` says. */
export function canary(name: string, more: Partial<Parameters<typeof defineCapability>[0]> = {}): CapabilitySpec {
  return defineCapability({
    name,
    group: 'canary',
    description: `A canary: ${name}.`,
    input: z.strictObject({}),
    risk: 'read-only-local',
    concurrency: 'serial',
    target: { kind: 'none' },
    needs: [],
    words: { done: `Sing ${name}`, ask: `Sing ${name}?` },
    timeoutMs: null,
    ...more,
  })
}

/** A group of such tools and what loads them. Each runs `sing` and says what that returns. */
export function canaries(
  specs: readonly CapabilitySpec[],
  sing: (spec: CapabilitySpec, run: CapabilityRun, input: JsonObject) => Promise<string>,
) {
  const group: CapabilityGroup = { name: 'canary', instructions: '', specs }
  const bodies: CapabilityBody[] = specs.map((spec) =>
    implement(spec, {
      run: (run, input) => sing(spec, run, input as JsonObject),
      toModel: (text) => [{ type: 'text', text }],
      toClient: (text) => ({ kind: 'text', summary: text, text }),
    }),
  )
  const loadBody = createBodyLoader(new Map([['canary', async () => ({ bodies })]]), [group])
  return { groups: [group], loadBody }
}

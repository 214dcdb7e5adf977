import { availability } from '#agent/build.ts'
import { Deadlines } from '#agent/deadlines.ts'
import { createDoor } from '#agent/door.ts'
import { createGate, type Gate } from '#agent/gate/gate.ts'
import { NO_RULES } from '#agent/gate/rules/find-rule.ts'
import { Monitor } from '#agent/gate/monitor.ts'
import type { DoorHost } from '#agent/invoke.ts'
import { Journal } from '#agent/journal.ts'
import type { Availability } from '#agent/plan.ts'
import { createSessionMemory } from '#agent/session-memory.ts'
import type { SessionMemory } from '#contracts/capability-run.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { fail } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Mode } from '#contracts/risk.ts'
import { nodeWebPort } from '#e2e/relay/node-web-port.ts'
import type { LoadBody } from '#tools/load-bodies.ts'
import type { Registry } from '#tools/registry.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'

/** What a run without a session is made from. */
export interface RunHostParts {
  /** Names the run in its records. */
  readonly taskId: string
  readonly registry: Registry
  readonly loadBody: LoadBody
  readonly store: Pick<Store, 'saveCall'>
  readonly clock: Clock
  readonly mode: Mode
  /** The answer to every question of the gate; false: nobody is there. */
  readonly approve: boolean
  /** The workspace, once it is open. */
  sandbox(): Sandbox | null
  emit(event: RuntimeEvent): void
}

/** A run with its own gate and door and nobody in front of it. */
export interface RunHost {
  readonly gate: Gate
  readonly door: DoorHost
  readonly available: Availability
  readonly memory: SessionMemory
  readonly journal: Journal
}

/** Joins gate, journal and door for a command line: the same parts that a session has, without its page. */
export function createRunHost(parts: RunHostParts): RunHost {
  const { taskId, registry, clock } = parts
  const available = availability(new Set(['sandbox', 'human', 'web']))
  const web = nodeWebPort(clock)
  const monitor = new Monitor()
  const journal = new Journal(parts.store, parts.emit, registry, clock)
  const memory = createSessionMemory(undefined, async () => {})
  const gate = createGate({
    mode: () => parts.mode,
    allowances: () => [],
    allow: async () => {},
    rules: {
      workspaceId: taskId,
      refresh: async () => {},
      // It starts empty, and nothing comes into it but by these calls.
      facts: () => ({ ...NO_RULES, trusted: true }),
      add: () => Promise.reject(fail('command', 'invalid', 'A probe keeps no rules.')),
      used: () => {},
    },
    monitor,
    now: () => clock.now(),
    ask: parts.approve ? async (plan) => ({ verdict: 'allow-once', planDigest: plan.digest }) : null,
  })
  const door = createDoor({
    grammar: createShellGrammar(),
    turnId: taskId,
    tools: registry,
    availability: available,
    monitor,
    journal,
    deadlines: new Deadlines(),
    clock,
    memory,
    loadBody: parts.loadBody,
    services: () => ({ web }),
    emit: parts.emit,
    flush: async () => await parts.sandbox()?.flush(new AbortController().signal),
    sandbox: () => {
      const sandbox = parts.sandbox()
      if (sandbox !== null) return sandbox
      throw fail('discovery', 'unavailable', 'This run has no workspace.')
    },
    ask: async () => ({ kind: 'no-one' }),
    gate: () => gate,
  })
  return { gate, door, available, memory, journal }
}

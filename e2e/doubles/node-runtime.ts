import { createRuntime, type Runtime } from '#agent/runtime.ts'
import type { AgentPorts, DemoOpening } from '#agent/ports.ts'
import type { CapabilityGroup, CapabilitySpec, CapabilityBody } from '#contracts/capability.ts'
import type { CommandInput, CommandName, CommandOutput, CommandResult } from '#contracts/commands.ts'
import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import { FailureError } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { ALIASES } from '#tools/aliases.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { systemClock } from '#world/clock.ts'
import { memoryLocks } from '#world/lock/memory-locks.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { spawnInProcessShell } from '#world/sandbox/embedded/in-process-shell.ts'
import { memoryStorage, type Storage } from '#world/storage/open-storage.ts'
import { deviceVault } from '#world/vault/device-vault.ts'

/** What a test changes about the runtime in Node; the rest is the real thing, in memory. */
export interface NodeRuntimeParts {
  readonly model: ModelPort
  readonly clock?: Clock
  /** Kept across runtimes to play a reload. */
  readonly storage?: Storage
  /** Kept across runtimes to play two tabs. */
  readonly tabs?: ReturnType<typeof memoryLocks>
  readonly groups?: readonly CapabilityGroup[]
  readonly loadBody?: (spec: CapabilitySpec) => Promise<CapabilityBody>
  readonly demos?: readonly DemoOpening[]
  readonly trust?: NonNullable<AgentPorts['trust']>
  /** Left out, nothing reaches the network. */
  readonly createWeb?: NonNullable<AgentPorts['createWeb']>
  /** Stands between the agent and each sandbox that is opened. */
  readonly seenSandbox?: (sandbox: Sandbox) => Sandbox
}

/** A runtime in Node with typed calls and its events at hand. */
export interface NodeRuntime {
  readonly runtime: Runtime
  readonly events: RuntimeEvent[]
  readonly storage: Storage
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  /** Resolves with the first event, past or future, that `pick` returns something for. */
  until<T>(pick: (event: RuntimeEvent) => T | undefined): Promise<T>
  /** Resolves when the session's turn has come to rest (again). */
  rest(sessionId: string): Promise<void>
}

/** Starts the real agent, tools and embedded sandbox in this process, with memory for storage. */
export function startNodeRuntime(parts: NodeRuntimeParts): NodeRuntime {
  const clock = parts.clock ?? systemClock()
  const storage = parts.storage ?? memoryStorage('A test keeps nothing.')
  const groups = parts.groups ?? GROUPS
  const ports: AgentPorts = {
    store: storage.store,
    workspaces: storage.workspaces,
    vault: deviceVault(storage.records),
    locks: (parts.tabs ?? memoryLocks()).tab(),
    clock,
    grammar: createShellGrammar(),
    registry: createRegistry(groups, groups === GROUPS ? ALIASES : new Map()),
    createModel: () => parts.model,
    openSandbox: async (workspaceId, onStorageFailure) => {
      const sandbox = await createSandbox('embedded', {
        workspaceId,
        store: storage.workspaces,
        clock,
        spawnShell: spawnInProcessShell,
        onStorageFailure,
      })
      return parts.seenSandbox?.(sandbox) ?? sandbox
    },
    loadBody: parts.loadBody ?? createBodyLoader(BODIES, groups),
    ...(parts.createWeb === undefined ? {} : { createWeb: parts.createWeb }),
    demos: parts.demos ?? [],
    warmUp: async () => {},
    ...(parts.trust === undefined ? {} : { trust: parts.trust }),
  }
  const runtime = createRuntime(async () => ports)
  const events: RuntimeEvent[] = []
  const listeners = new Set<(event: RuntimeEvent) => void>()
  runtime.subscribe(0, {
    postMessage(message) {
      const batch = message as EventBatch
      if (batch.kind !== 'events') return
      for (const event of batch.events) {
        // A copy, as a message port would make one: what is shown must not change behind the reader's back.
        const copy = structuredClone(event)
        events.push(copy)
        for (const listener of listeners) listener(copy)
      }
    },
  })
  const until: NodeRuntime['until'] = (pick) =>
    new Promise((resolve) => {
      for (const event of events) {
        const found = pick(event)
        if (found !== undefined) return resolve(found)
      }
      const listener = (event: RuntimeEvent): void => {
        const found = pick(event)
        if (found === undefined) return
        listeners.delete(listener)
        resolve(found)
      }
      listeners.add(listener)
    })
  const node: NodeRuntime = {
    runtime,
    events,
    storage,
    async call(name, input) {
      const result = (await runtime.call(name, input)) as CommandResult<typeof name>
      if (!result.ok) throw new FailureError(result.failure)
      return result.value
    },
    until,
    async rest(sessionId) {
      const next = new Promise<void>((resolve) => {
        const listener = (event: RuntimeEvent): void => {
          if (event.type !== 'session' || event.session.id !== sessionId || !atRest(event.session.turn.status)) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      })
      const { session } = await node.call('session.open', { sessionId })
      if (!atRest(session.turn.status)) await next
    },
  }
  return node
}

function atRest(status: string): boolean {
  return status === 'idle' || status === 'interrupted'
}

// The agent's thread: joins the rooms and exposes the runtime. No logic here.
import { loadCommandSafety } from '#agent/gate/command-safety.ts'
import { CONFIGURED_GUARD, READING_GUARD } from '#agent/gate/outbound.ts'
import { createRuntime } from '#agent/runtime.ts'
import type { Failure } from '#contracts/failure.ts'
import { ALIASES } from '#tools/aliases.ts'
import { assertConsistent } from '#tools/assert-consistent.ts'
import { BODIES } from '#tools/bodies.ts'
import { createBodyLoader } from '#tools/load-bodies.ts'
import { NAME_TO_GROUP } from '#tools/name-to-group.ts'
import { PRESENTATION } from '#tools/presentation.ts'
import { createRegistry } from '#tools/registry.ts'
import { GROUPS } from '#tools/specs.ts'
import { systemClock } from '#world/clock.ts'
import { exposeRuntime } from '#world/lane/expose-runtime.ts'
import { webLocks } from '#world/lock/web-locks.ts'
import { createModelPort } from '#world/providers/model-port.ts'
import { DEMOS } from '#world/providers/scripted/demos.ts'
import { createSandbox } from '#world/sandbox/create-sandbox.ts'
import { createShellGrammar } from '#world/sandbox/embedded/shell-grammar.ts'
import { openStorage } from '#world/storage/open-storage.ts'
import { spawnShell } from '#world/threads.ts'
import { deviceVault } from '#world/vault/device-vault.ts'
import { warmUp } from '#world/warm-up.ts'
import { lazyWebPort } from '#world/web/lazy-web-port.ts'

const loadScripted = async () => (await import('#world/providers/scripted/adapter.ts')).adapter

const runtime = createRuntime(async (onCorrupt) => {
  assertConsistent({
    groups: GROUPS,
    presentation: PRESENTATION,
    nameToGroup: NAME_TO_GROUP,
    bodyGroups: BODIES.keys(),
    aliases: ALIASES,
  })
  const clock = systemClock()
  const storage = await openStorage({ onCorrupt })
  const vault = deviceVault(storage.records)
  const grammar = createShellGrammar()
  const sandbox = (
    workspaceId: string,
    store: typeof storage.workspaces | null,
    onStorageFailure: (failure: Failure) => void,
  ) => createSandbox('embedded', { workspaceId, store, spawnShell, clock, onStorageFailure })
  return {
    store: storage.store,
    workspaces: storage.workspaces,
    vault,
    locks: webLocks(),
    clock,
    grammar,
    registry: createRegistry(GROUPS, ALIASES),
    createModel: (config) =>
      createModelPort({
        config,
        openKey: (keyId) => vault.open(keyId),
        fetch: globalThis.fetch,
        guard: CONFIGURED_GUARD,
        clock,
        scripted: loadScripted,
      }),
    createWeb: (relay) =>
      lazyWebPort(async () => {
        const { createWebPort } = await import('#world/web/web-port.ts')
        const guards = { guard: READING_GUARD, relayGuard: CONFIGURED_GUARD }
        return createWebPort({ ...guards, fetch: globalThis.fetch, clock, relay })
      }),
    openSandbox: (workspaceId, onStorageFailure) => sandbox(workspaceId, storage.workspaces, onStorageFailure),
    loadBody: createBodyLoader(BODIES, GROUPS),
    demos: DEMOS,
    warmUp: () =>
      warmUp([...BODIES.values(), loadScripted, () => grammar.load(), loadCommandSafety], () =>
        sandbox('warm-up', null, () => {}),
      ),
  }
})

exposeRuntime(runtime)

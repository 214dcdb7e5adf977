// The embedded sandbox as the agent's worker holds it: files here, each shell in a worker below.
import { systemClock } from '#world/clock.ts'
import { openEmbeddedSandbox } from '#world/sandbox/embedded/embedded-sandbox.ts'
import { spawnShell } from '#world/threads.ts'
import { serveOrders } from './shell-under-test.ts'

const opening = openEmbeddedSandbox({
  workspaceId: 'bench',
  store: null,
  clock: systemClock(),
  spawnShell,
  onStorageFailure: () => {},
})

serveOrders(async (command, onOutput, signal) => {
  const sandbox = await opening
  await sandbox.exec({ command, cwd: '/workspace', env: {}, stdin: '', timeoutMs: 60_000, onOutput }, signal)
})

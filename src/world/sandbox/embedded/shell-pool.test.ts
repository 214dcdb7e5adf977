import { expect, test } from 'vitest'
import { SHELL_HARD_ABORT_AFTER_MS } from '#contracts/limits.ts'
import { manualClock } from '../../manual-clock.ts'
import { createSandbox } from '../create-sandbox.ts'
import { failureOf, run } from '../suite/suite-kit.ts'
import { spawnInProcessShell } from './in-process-shell.ts'
import type { FromShell, ShellThread } from './shell-protocol.ts'

const open = (clock: ReturnType<typeof manualClock>, spawnShell: () => ShellThread) =>
  createSandbox('embedded', { workspaceId: 'w', store: null, clock, spawnShell, onStorageFailure: () => {} })

/** A thread that says what it is told to at its start, and never again. */
function silent(...said: FromShell[]): ShellThread {
  const { port1, port2 } = new MessageChannel()
  for (const message of said) port2.postMessage(message)
  return {
    port: port1,
    died: new Promise(() => {}),
    terminate() {
      port1.close()
      port2.close()
    },
  }
}

test('a command whose thread still starts ends at once when the sandbox is closed, and leaves no timer', async () => {
  const clock = manualClock()
  const sandbox = await open(clock, () => silent())
  const failure = failureOf(run(sandbox, 'ls'))
  await sandbox.close()
  expect(await failure).toMatchObject({
    kind: 'unavailable',
    message: 'This sandbox is closed. Open the session again.',
  })
  expect(clock.pending()).toBe(0)
})

test('a stop that the shell heeds takes no time of the clock', async () => {
  const sandbox = await open(manualClock(), spawnInProcessShell)
  for (const busy of ['while true; do :; done', 'x=$(while :; do :; done)', 'sleep 60']) {
    const stop = new AbortController()
    const { outcome } = await run(sandbox, `echo on; ${busy}`, { onText: () => stop.abort() }, stop.signal)
    expect(outcome).toMatchObject({ exitCode: 137, aborted: true, durationMs: 0 })
  }
  await sandbox.close()
})

test('a stop that it does not heed ends its thread by force, within a second', async () => {
  const clock = manualClock()
  const sandbox = await open(clock, () => silent({ kind: 'ready' }))
  const stop = new AbortController()
  const ended = run(sandbox, 'anything', {}, stop.signal)
  await clock.advance(0)
  stop.abort()
  await clock.advance(SHELL_HARD_ABORT_AFTER_MS)
  expect((await ended).outcome).toMatchObject({ exitCode: 137, aborted: true, durationMs: SHELL_HARD_ABORT_AFTER_MS })
  expect(SHELL_HARD_ABORT_AFTER_MS).toBeLessThan(1_000)
  await sandbox.close()
})

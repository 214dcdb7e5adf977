import { expect, test } from 'vitest'
import { SAFE_CONCURRENCY, SHELL_HARD_ABORT_AFTER_MS } from '#contracts/limits.ts'
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

/** A pool that is full of commands whose threads still start, and one more that waits for any of them. */
async function crowded() {
  const [clock, breaks] = [manualClock(), [] as ((why: string) => void)[]]
  const sandbox = await open(clock, () => {
    if (breaks.length >= SAFE_CONCURRENCY) return spawnInProcessShell()
    return { ...silent(), died: new Promise((resolve) => breaks.push(resolve)) }
  })
  const stops = Array.from({ length: SAFE_CONCURRENCY }, () => new AbortController())
  const first = stops.map(({ signal }) => run(sandbox, 'echo first', {}, signal))
  const last = run(sandbox, 'echo last')
  await clock.advance(0)
  return { clock, sandbox, stops, breaks, first, last }
}

test('a command that waits for a thread gets it when whoever had claimed it is stopped', async () => {
  const { clock, sandbox, stops, breaks, first, last } = await crowded()
  stops[0]?.abort()
  expect((await first[0])?.outcome).toMatchObject({ exitCode: 137, aborted: true })
  // The one that waited has the thread now, and hears that it never started.
  await clock.advance(0)
  for (const end of breaks) end('it broke')
  const ends = await Promise.all([last, ...first.slice(1)].map(failureOf))
  expect(ends.map(({ kind }) => kind)).toEqual(Array(SAFE_CONCURRENCY).fill('unavailable'))
  await sandbox.close()
  expect(clock.pending()).toBe(0)
})

test('a command that waits for a thread starts one where another has failed to start', async () => {
  const { sandbox, breaks, first, last } = await crowded()
  const failed = failureOf(first[0] ?? last)
  breaks[0]?.('it broke')
  expect(await failed).toMatchObject({ kind: 'unavailable' })
  const { said, outcome } = await last
  expect([said, outcome.exitCode]).toEqual([[{ stream: 'stdout', text: 'last\n' }], 0])
  const others = Promise.all(first.slice(1).map(failureOf))
  await sandbox.close()
  await others
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

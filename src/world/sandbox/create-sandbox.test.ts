import { expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import type { SandboxType } from '#contracts/ports/sandbox.ts'
import { manualClock } from '../manual-clock.ts'
import { createSandbox } from './create-sandbox.ts'
import { spawnInProcessShell } from './embedded/in-process-shell.ts'
import type { ShellThread } from './embedded/shell-protocol.ts'

const parts = (spawnShell: () => ShellThread = spawnInProcessShell, clock = manualClock()) => ({
  workspaceId: 'w',
  store: null,
  clock,
  spawnShell,
  onStorageFailure: () => {},
})
const exec = { command: 'echo hi', cwd: '/workspace', env: {}, stdin: '', timeoutMs: 1_000, onOutput: () => {} }
const never = new AbortController().signal

async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.catch((reason: unknown) => reason)
  return error instanceof FailureError ? error.failure : null
}

test.each<SandboxType>(['webcontainer', 'e2b', 'daytona'])(
  '%s is unavailable, with what to use instead',
  async (type) => {
    expect(await refusal(createSandbox(type, parts()))).toMatchObject({
      stage: 'execution',
      kind: 'unavailable',
      message: expect.stringContaining('embedded') as string,
    })
  },
)

test('a thread that cannot be made, dies, or never answers is a failure of exec alone', async () => {
  const broken = await createSandbox(
    'embedded',
    parts(() => {
      throw new Error('no workers here')
    }),
  )
  expect(await refusal(broken.exec(exec, never))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('no workers here') as string,
  })
  await broken.write('a', new Uint8Array(1), {}, never)
  await broken.close()

  const silent = (died: Promise<string>): ShellThread => ({
    port: new MessageChannel().port1,
    died,
    terminate() {
      this.port.close()
    },
  })
  const dead = await createSandbox(
    'embedded',
    parts(() => silent(Promise.resolve('it fell over'))),
  )
  expect(await refusal(dead.exec(exec, never))).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('it fell over') as string,
  })
  await dead.close()

  const clock = manualClock()
  const mute = await createSandbox(
    'embedded',
    parts(() => silent(new Promise(() => {})), clock),
  )
  const answer = refusal(mute.exec(exec, never))
  await clock.advance(20_000)
  expect(await answer).toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('does not answer') as string,
  })
  const stop = new AbortController()
  const stopped = mute.exec(exec, stop.signal)
  stop.abort()
  expect(await stopped).toMatchObject({ exitCode: 137, aborted: true })
  await mute.close()
})

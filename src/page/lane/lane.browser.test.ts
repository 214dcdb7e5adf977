import { afterEach, expect, test } from 'vitest'
import type { EventBatch } from '#contracts/events.ts'
import { connectRuntime } from './connect-runtime.ts'

const workers: Worker[] = []
function start(): Worker {
  const worker = new Worker(new URL('../../world/lane/lane-worker.fixture.ts', import.meta.url), { type: 'module' })
  workers.push(worker)
  return worker
}
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate()
})

test('commands, cancels and events cross to a real worker', async () => {
  const client = connectRuntime(start())
  expect(await client.boot()).toEqual({ ok: true })
  expect(await client.call('turn.stop', { sessionId: 's' })).toEqual({ ok: true, value: {} })

  const stop = new AbortController()
  const waiting = client.call('turn.stop', { sessionId: 's' }, stop.signal)
  stop.abort()
  expect(await waiting).toEqual({
    ok: false,
    failure: { stage: 'command', kind: 'aborted', message: 'Stopped.', retryable: false },
  })

  const batch = await new Promise<EventBatch>((resolve) => client.subscribe(40, resolve))
  const events = ['40', '41', '42'].map((text) => ({ type: 'notice', level: 'info', text }))
  expect(batch).toEqual({ kind: 'events', first: 40, events })
})

test('a worker whose script is missing is a failed start', async () => {
  const worker = new Worker(new URL('/no-such-script.js', location.href), { type: 'module' })
  workers.push(worker)
  expect(await connectRuntime(worker).boot()).toEqual({
    ok: false,
    failure: expect.objectContaining({ stage: 'command', kind: 'crashed' }),
  })
})

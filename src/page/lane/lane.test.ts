import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import { fail } from '#contracts/failure.ts'
import type { BootReport, EventPort, RuntimeApi } from '#contracts/runtime.ts'
import { exposeRuntime } from '#world/lane/expose-runtime.ts'
import { heldSignals } from '#world/lane/receive-signal.ts'
import type { RuntimeClient } from '../runtime.ts'
import { connectRuntime } from './connect-runtime.ts'
import type { UnreadableEvent } from './read-batch.ts'

// Both halves of the lane, joined by a real MessageChannel. The runtime behind it is the test's.

let channel: MessageChannel
let client: RuntimeClient
let bad: UnreadableEvent[]
let answer: RuntimeApi['call']
let boot: () => Promise<BootReport>
let subscriptions: { since: number; port: EventPort }[]
let onSubscribe: () => void

/** Flushes are held until the test lets a frame pass. */
let frames: (() => void)[]
const passFrame = () => frames.splice(0).forEach((flush) => flush())

const notice = (text: string): RuntimeEvent => ({ type: 'notice', level: 'info', text })

beforeEach(() => {
  channel = new MessageChannel()
  bad = []
  frames = []
  subscriptions = []
  onSubscribe = () => {}
  answer = async () => ({ ok: true, value: {} })
  boot = async () => ({ ok: true })
  const api: RuntimeApi = {
    boot: () => boot(),
    call: (name, input, signal) => answer(name, input, signal),
    subscribe: (since, port) => {
      subscriptions.push({ since, port })
      onSubscribe()
    },
    warmUp: async () => {},
  }
  exposeRuntime(api, channel.port2)
  channel.port1.start()
  client = connectRuntime(channel.port1, {
    schedule: (flush) => {
      frames.push(flush)
      return () => {
        frames = frames.filter((each) => each !== flush)
      }
    },
    unreadable: (events) => bad.push(...events),
  })
})
afterEach(() => {
  for (const { port } of subscriptions) (port as MessagePort).close()
  channel.port1.close()
})

test('a command goes over and its parsed answer comes back', async () => {
  let got: unknown
  answer = async (name, input) => {
    got = { name, input }
    return { ok: true, value: { queued: true, more: 'dropped' } }
  }
  const input = { sessionId: 's', text: 'hi', attachments: [] }
  expect(await client.call('turn.send', input)).toEqual({ ok: true, value: { queued: true } })
  expect(got).toEqual({ name: 'turn.send', input })
})

test('a failure comes back as data', async () => {
  const { failure } = fail('storage', 'read-only', 'Another tab writes this session.')
  answer = async () => ({ ok: false, failure })
  expect(await client.call('turn.stop', { sessionId: 's' })).toEqual({ ok: false, failure })
})

test.each([
  ['no answer of ours', 7],
  ['an output of another form', { ok: true, value: { queued: 'yes' } }],
  ['a failure of another form', { ok: false, failure: 'no' }],
])('%s is a failure, never believed', async (_, value) => {
  answer = async () => value
  expect(await client.call('turn.send', { sessionId: 's', text: '', attachments: [] })).toEqual({
    ok: false,
    failure: {
      stage: 'command',
      kind: 'internal',
      message: 'The answer to "turn.send" was not understood. Reload the page.',
      retryable: false,
    },
  })
})

test('what a runtime throws against its promise is a failure too', async () => {
  answer = async () => {
    throw new Error('boom')
  }
  expect(await client.call('turn.stop', { sessionId: 's' })).toEqual({
    ok: false,
    failure: { stage: 'command', kind: 'crashed', message: 'boom', retryable: false },
  })
})

test('the report of the start comes over, and an unknown one is a failed start', async () => {
  expect(await client.boot()).toEqual({ ok: true })
  const { failure } = fail('storage', 'newer-database', 'Newer.')
  boot = async () => ({ ok: false, failure })
  expect(await client.boot()).toEqual({ ok: false, failure })
  boot = async () => ({ ok: 'maybe' }) as unknown as BootReport
  expect(await client.boot()).toMatchObject({ ok: false, failure: { kind: 'internal' } })
})

test('a signal crosses: aborting it here aborts it there', async () => {
  const stop = new AbortController()
  answer = (_name, _input, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        const { failure } = fail('command', 'aborted', `Stopped by ${String((signal.reason as Error).name)}.`)
        resolve({ ok: false, failure })
      })
      stop.abort()
    })
  expect(await client.call('provider.test', { providerId: 'p', modelId: null }, stop.signal)).toEqual({
    ok: false,
    failure: { stage: 'command', kind: 'aborted', message: 'Stopped by AbortError.', retryable: false },
  })
  expect(heldSignals()).toBe(0)
})

test('a signal that was aborted before is not sent at all', async () => {
  let calls = 0
  answer = async () => {
    calls += 1
    return { ok: true, value: {} }
  }
  const result = await client.call('turn.stop', { sessionId: 's' }, AbortSignal.abort())
  expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
  await client.call('turn.stop', { sessionId: 's' })
  expect(calls).toBe(1)
})

test('one signal may serve many calls, and nothing of them is left behind', async () => {
  const stop = new AbortController()
  let listeners = 0
  const add = stop.signal.addEventListener.bind(stop.signal)
  const remove = stop.signal.removeEventListener.bind(stop.signal)
  stop.signal.addEventListener = (...rest: Parameters<typeof add>) => {
    listeners += 1
    add(...rest)
  }
  stop.signal.removeEventListener = (...rest: Parameters<typeof remove>) => {
    listeners -= 1
    remove(...rest)
  }
  for (let n = 0; n < 500; n += 1) await client.call('turn.stop', { sessionId: 's' }, stop.signal)
  expect({ listeners, held: heldSignals() }).toEqual({ listeners: 0, held: 0 })

  answer = (_name, _input, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ ok: true, value: {} })))
  const waiting = Array.from({ length: 10 }, () => client.call('turn.stop', { sessionId: 's' }, stop.signal))
  stop.abort()
  expect((await Promise.all(waiting)).every(({ ok }) => ok)).toBe(true)
  expect({ listeners, held: heldSignals() }).toEqual({ listeners: 0, held: 0 })
})

test('a call that ends first leaves another call with the same signal its own cancel', async () => {
  const stop = new AbortController()
  answer = (_name, input, signal) =>
    (input as { sessionId: string }).sessionId === 'short'
      ? Promise.resolve({ ok: true, value: {} })
      : new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ ok: true, value: {} })))
  const long = client.call('turn.stop', { sessionId: 'long' }, stop.signal)
  await client.call('turn.stop', { sessionId: 'short' }, stop.signal)
  stop.abort()
  expect(await long).toEqual({ ok: true, value: {} })
})

/** Follows events; each batch that is handed on is kept, `changed` resolves at the next subscription or batch. */
function follow(since: number) {
  const batches: EventBatch[] = []
  const stop = client.subscribe(since, (batch) => batches.push(batch))
  return { batches, stop }
}

/** Resolves with the nth subscription (from 1) once the runtime has it. */
async function subscription(n: number): Promise<{ since: number; port: EventPort }> {
  for (;;) {
    const found = subscriptions[n - 1]
    if (found !== undefined) return found
    await new Promise<void>((resolve) => {
      onSubscribe = resolve
    })
  }
}

/** Resolves when everything that `port` was sent so far has arrived: messages of one port keep their order. */
async function arrived(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise<void>((resolve) => setImmediate(resolve))
}

test('events of one frame are handed on together, in order', async () => {
  const { batches } = follow(5)
  const { since, port } = await subscription(1)
  expect(since).toBe(5)
  port.postMessage({ kind: 'events', first: 5, events: [notice('a'), notice('b')] })
  port.postMessage({ kind: 'events', first: 7, events: [notice('c')] })
  port.postMessage({ kind: 'events', first: 8, events: [{ type: 'unknown' }] })
  await arrived(() => bad.length === 1)
  expect(batches).toEqual([])
  expect(frames.length).toBe(1)
  passFrame()
  expect(batches).toEqual([{ kind: 'events', first: 5, events: [notice('a'), notice('b'), notice('c')] }])
})

test('an event that does not parse is left out and reported; the ones after it are no gap', async () => {
  const { batches } = follow(0)
  const { port } = await subscription(1)
  port.postMessage({ kind: 'events', first: 0, events: [notice('a'), { type: 'notice', level: 3 }, notice('b')] })
  port.postMessage({ kind: 'events', first: 3, events: [notice('c')] })
  port.postMessage('nonsense')
  await arrived(() => bad.length === 2)
  passFrame()
  // Each keeps its number.
  expect(batches).toEqual([
    { kind: 'events', first: 0, events: [notice('a')] },
    { kind: 'events', first: 2, events: [notice('b'), notice('c')] },
  ])
  expect(bad).toEqual([
    { number: 1, reason: expect.any(String) },
    { number: 4, reason: expect.any(String) },
  ])
  expect(subscriptions.length).toBe(1)
})

test('events that came already are dropped', async () => {
  const { batches } = follow(0)
  const { port } = await subscription(1)
  port.postMessage({ kind: 'events', first: 0, events: [notice('a'), notice('b')] })
  port.postMessage({ kind: 'events', first: 0, events: [notice('a')] })
  port.postMessage({ kind: 'events', first: 1, events: [notice('b'), notice('c')] })
  port.postMessage('last')
  await arrived(() => bad.length === 1)
  passFrame()
  expect(batches).toEqual([{ kind: 'events', first: 0, events: [notice('a'), notice('b'), notice('c')] }])
})

test('at a gap the missing events are asked for again', async () => {
  const { batches } = follow(0)
  const first = await subscription(1)
  first.port.postMessage({ kind: 'events', first: 0, events: [notice('a')] })
  first.port.postMessage({ kind: 'events', first: 2, events: [notice('c')] })
  const second = await subscription(2)
  expect(second.since).toBe(1)
  second.port.postMessage({ kind: 'events', first: 1, events: [notice('b'), notice('c')] })
  second.port.postMessage('last')
  await arrived(() => bad.length === 1)
  passFrame()
  expect(batches).toEqual([{ kind: 'events', first: 0, events: [notice('a'), notice('b'), notice('c')] }])
})

test('a gap that is not filled resets, once, and ends the feed', async () => {
  const { batches } = follow(0)
  const first = await subscription(1)
  first.port.postMessage({ kind: 'events', first: 1, events: [notice('b')] })
  const second = await subscription(2)
  second.port.postMessage({ kind: 'events', first: 1, events: [notice('b')] })
  second.port.postMessage({ kind: 'events', first: 2, events: [notice('c')] })
  await arrived(() => batches.length > 0)
  expect(batches).toEqual([{ kind: 'reset', next: 1 }])
  expect(subscriptions.length).toBe(2)
})

test('a reset drops what waits: the state that will be read is newer', async () => {
  const { batches } = follow(0)
  const { port } = await subscription(1)
  port.postMessage({ kind: 'events', first: 0, events: [notice('a')] })
  port.postMessage({ kind: 'reset', next: 900 })
  await arrived(() => batches.length > 0)
  passFrame()
  expect(batches).toEqual([{ kind: 'reset', next: 900 }])
})

test('a feed that was ended hands on nothing more', async () => {
  const { batches, stop } = follow(0)
  const { port } = await subscription(1)
  port.postMessage({ kind: 'events', first: 0, events: [notice('a')] })
  await arrived(() => frames.length === 1)
  stop()
  passFrame()
  expect(batches).toEqual([])
})

test('a thread that cannot start fails what waits and what comes later', async () => {
  boot = () => new Promise(() => {})
  const starting = client.boot()
  channel.port1.dispatchEvent(Object.assign(new Event('error'), { message: 'SyntaxError' }))
  const failure = {
    stage: 'command',
    kind: 'crashed',
    message: expect.stringContaining('Reload'),
    retryable: false,
    detail: { error: 'SyntaxError' },
  }
  expect(await starting).toEqual({ ok: false, failure })
  expect(await client.call('turn.stop', { sessionId: 's' })).toEqual({ ok: false, failure })
})

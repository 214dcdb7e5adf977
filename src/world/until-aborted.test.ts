import { expect, it, onTestFinished } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const STOP = new DOMException('Stopped.', 'AbortError')

/** What was rejected and heard by nobody; the runner would fail the whole file for it, without saying which test. */
function unheard(): unknown[] {
  const found: unknown[] = []
  const note = (reason: unknown): void => void found.push(reason)
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', note)
  onTestFinished(() => {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  })
  return found
}

/** Unheard rejections are reported after the microtasks: two turns of the event loop are past that. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((done) => setImmediate(done))
}

it('hands over what the promise comes to', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7)
  await expect(untilAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})

it('lets go of a promise at an abort', async () => {
  const stop = new AbortController()
  const waiting = untilAborted(new Promise(() => {}), stop.signal)
  stop.abort(STOP)
  await expect(waiting).rejects.toBe(STOP)
})

it.each(['before', 'at', 'after'] as const)('what fails %s an abort fails unreported', async (when) => {
  const found = unheard()
  const stop = new AbortController()
  let reject = (_reason: Error): void => {}
  const promise = new Promise<never>((_, no) => (reject = no))
  if (when === 'before') reject(new Error('too early'))
  if (when !== 'after') stop.abort(STOP)
  const waiting = untilAborted(promise, stop.signal)
  if (when === 'after') stop.abort(STOP)
  await expect(waiting).rejects.toBe(STOP)
  if (when !== 'before') reject(new Error('too late'))
  await settled()
  expect(found).toEqual([])
})

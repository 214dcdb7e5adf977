import { expect, test } from 'vitest'
import { lockSuite } from './lock-suite.ts'
import { webLocks } from './web-locks.ts'

lockSuite('Web Locks', () => {
  const prefix = `${crypto.randomUUID()}:`
  return { tab: () => webLocks(navigator.locks, prefix) }
})

test('the end of a thread frees what it held', async () => {
  const prefix = `${crypto.randomUUID()}:`
  const source = `navigator.locks.request('${prefix}s', () => { postMessage('held'); return new Promise(() => {}) })`
  const worker = new Worker(URL.createObjectURL(new Blob([source])))
  await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }))
  const locks = webLocks(navigator.locks, prefix)
  expect(await locks.acquire('s')).toBe(false)
  const free = locks.whenFree('s', new AbortController().signal)
  worker.terminate()
  expect(await free).toBe(true)
  locks.release('s')
})

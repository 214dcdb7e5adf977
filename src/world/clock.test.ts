import { expect, test } from 'vitest'
import { randomId, systemClock } from './clock.ts'

test('ids are 21 safe characters, a letter first, and do not repeat', () => {
  const ids = Array.from({ length: 2_000 }, randomId)
  expect(ids.filter((id) => !/^[A-Za-z][A-Za-z0-9_-]{20}$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('waiting rejects with the reason of its signal, before and while it waits', async () => {
  const clock = systemClock()
  const stop = new AbortController()
  const waiting = clock.wait(60_000, stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(clock.wait(0, stop.signal)).rejects.toThrow('enough')
})

test('a wait ends, and a task that was called off does not run', async () => {
  const clock = systemClock()
  const ran: string[] = []
  clock.after(0, () => ran.push('called off'))()
  clock.after(0, () => ran.push('first'))
  await clock.wait(1)
  expect(ran).toEqual(['first'])
})

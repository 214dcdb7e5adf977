import { expect, test } from 'vitest'
import { manualClock } from './manual-clock.ts'

test('timers run in the order in which they fall due, each at its own moment', async () => {
  const clock = manualClock(1_000)
  const ran: string[] = []
  const note = (what: string) => () => ran.push(`${what} at ${clock.now()}`)
  clock.after(30, note('late'))
  clock.after(10, note('early'))
  clock.after(10, note('next'))
  clock.after(99, note('never'))
  await clock.advance(30)
  expect(ran).toEqual(['early at 1010', 'next at 1010', 'late at 1030'])
  expect([clock.now(), clock.ticks(), clock.pending()]).toEqual([1_030, 30, 1])
})

test('timers that are set on the way run too', async () => {
  const clock = manualClock(0)
  const ran: number[] = []
  const again = async (): Promise<void> => {
    for (;;) {
      await clock.wait(10)
      ran.push(clock.ticks())
    }
  }
  void again()
  await clock.advance(35)
  expect(ran).toEqual([10, 20, 30])
})

test('a wait rejects with the reason of its signal and leaves no timer', async () => {
  const clock = manualClock()
  const stop = new AbortController()
  const waiting = clock.wait(10, stop.signal)
  stop.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(clock.pending()).toBe(0)
})

test('a task that was called off does not run', async () => {
  const clock = manualClock()
  let ran = false
  clock.after(5, () => {
    ran = true
  })()
  await clock.advance(10)
  expect(ran).toBe(false)
})

test('ids count up in the form of real ones', () => {
  const clock = manualClock()
  expect([clock.newId(), clock.newId()]).toEqual(['id0000000000000000001', 'id0000000000000000002'])
})

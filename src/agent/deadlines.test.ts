import { expect, it } from 'vitest'
import { manualClock } from '#world/manual-clock.ts'
import { Deadline, Deadlines } from './deadlines.ts'

it('stands still while people are asked, however many questions overlap', async () => {
  const clock = manualClock()
  const deadlines = new Deadlines()
  let ended = 0
  const deadline = new Deadline(clock, 1_000, () => (ended += 1))
  deadlines.start(deadline)
  await clock.advance(400)
  const answers: (() => void)[] = []
  const ask = (): Promise<void> =>
    deadlines.whileAsking([], () => new Promise<void>((resolve) => answers.push(resolve)))
  const first = ask()
  await clock.advance(10_000)
  const second = ask()
  answers[0]?.()
  await first
  await clock.advance(10_000)
  expect({ ended, left: deadline.left }).toEqual({ ended: 0, left: 600 })
  answers[1]?.()
  await second
  await clock.advance(599)
  expect(ended).toBe(0)
  await clock.advance(1)
  expect({ ended, left: deadline.left, timers: clock.pending() }).toEqual({ ended: 1, left: 0, timers: 0 })
})

it('a question holds up the call that asks and those that it was made in, not the one beside it', async () => {
  const clock = manualClock()
  const deadlines = new Deadlines()
  const ended: string[] = []
  for (const callId of [null, 'outer', 'inner', 'beside'])
    deadlines.start(new Deadline(clock, 100, () => ended.push(callId ?? 'turn')), callId)
  let answer = (): void => {}
  const asking = deadlines.whileAsking(['inner', 'outer'], () => new Promise<void>((resolve) => (answer = resolve)))
  await clock.advance(100)
  expect(ended).toEqual(['beside'])
  answer()
  await asking
  await clock.advance(100)
  expect({ ended, timers: clock.pending() }).toEqual({ ended: ['beside', 'turn', 'outer', 'inner'], timers: 0 })
})

it('a clock that is started while its call is held up stands still until the answer', async () => {
  const clock = manualClock()
  const deadlines = new Deadlines()
  const ended: string[] = []
  let answer = (): void => {}
  const asking = deadlines.whileAsking(['asks'], () => new Promise<void>((resolve) => (answer = resolve)))
  for (const callId of [null, 'asks', 'beside'])
    deadlines.start(new Deadline(clock, 100, () => ended.push(callId ?? 'turn')), callId)
  await clock.advance(100)
  expect(ended).toEqual(['beside'])
  answer()
  await asking
  await clock.advance(99)
  expect(ended).toEqual(['beside'])
  await clock.advance(1)
  expect({ ended, timers: clock.pending() }).toEqual({ ended: ['beside', 'turn', 'asks'], timers: 0 })
})

it('ends quietly', async () => {
  const clock = manualClock()
  const deadlines = new Deadlines()
  let ended = 0
  const deadline = new Deadline(clock, 10, () => (ended += 1))
  deadlines.start(deadline)
  deadlines.end(deadline)
  await clock.advance(100)
  expect({ ended, timers: clock.pending() }).toEqual({ ended: 0, timers: 0 })
})

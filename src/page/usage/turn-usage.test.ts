import { expect, it } from 'vitest'
import type { Usage } from '#contracts/models.ts'
import { agent, note, user } from '#e2e/doubles/page-records.ts'
import { turnUsage } from './turn-usage.ts'

const used = (input: number, cost: number | null): Usage => {
  return { input, cacheRead: 1, cacheWrite: 0, output: 10, reasoning: 2, cost }
}
const step = (seq: number, turnId: string, usage: Usage) => ({ ...agent('s1', seq, [], {}, usage), turnId })
const asked = (seq: number, turnId: string) => ({ ...user('s1', seq, 'Go.'), turnId })
const first = [step(1, 't1', used(100, 0.1)), step(2, 't1', used(200, null))] as const
const second = step(5, 't2', used(400, null))

it('adds up the steps of each turn, cached tokens and cost included, the latest first', () => {
  const messages = [asked(0, 't1'), ...first, note('s1', 3, 'stopped', 'x'), asked(4, 't2'), second]
  expect(turnUsage(messages, true)).toEqual([
    { turnId: 't2', usage: used(400, null), steps: [second], whole: true },
    {
      turnId: 't1',
      usage: { input: 300, cacheRead: 2, cacheWrite: 0, output: 20, reasoning: 4, cost: 0.1 },
      steps: [first[1], first[0]],
      whole: true,
    },
  ])
})

it('says of a turn whose beginning is not loaded that it is not whole', () => {
  const whole = (hasOlder: boolean) => turnUsage([...first, asked(4, 't2'), second], hasOlder).map((turn) => turn.whole)
  expect([whole(true), whole(false)]).toEqual([
    [true, false],
    [true, true],
  ])
})

it('leaves out steps that no provider counted', () => {
  expect(turnUsage([asked(0, 't1'), step(1, 't1', used(0, null))], false)).toEqual([])
})

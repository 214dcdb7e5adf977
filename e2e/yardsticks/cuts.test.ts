import { expect, it } from 'vitest'
import { MADE_DIALECTS, madeStream } from '../doubles/made-streams.ts'
import { cutsOf, finishAt } from './cuts.ts'

const answer = (body: string, status = 200) => ({ status, contentType: 'text/event-stream', body })

it('cuts at every event, and knows which come before the answer says how it ended', () => {
  const first = 'data: {"é": 1}\n\n'
  const second = 'data: {"finish_reason":"stop"}\n\n'
  const size = Buffer.byteLength(first)
  expect(cutsOf([answer(first + second), answer(first + first)], 0)).toEqual([
    { at: size, answer: 0, beforeFinish: true },
    { at: size + second.length + size, answer: 1, beforeFinish: true },
  ])
})

it('takes samples between the events, none twice, and leaves alone what is no stream', () => {
  const body = 'data: {"finish_reason":"stop"}\n\ndata: [DONE]\n\n'
  const cuts = cutsOf([answer('{"error": {}}', 400), answer(body)], 3)
  expect(cuts.map(({ at }) => at - 13)).toEqual([11, 23, 32, 34])
  expect(cuts.map(({ beforeFinish }) => beforeFinish)).toEqual([true, true, false, false])
})

it.each(MADE_DIALECTS)('finds the end that a stream of %s tells, after its last call', (dialect) => {
  const { body, calls } = madeStream(dialect)
  const bytes = Buffer.from(body)
  const lastCall = Math.max(...calls.map(({ id }) => bytes.indexOf(id)))
  expect(finishAt(body)).toBeGreaterThan(lastCall)
  expect(finishAt(body)).toBeLessThan(bytes.length)
  expect(finishAt(bytes.subarray(0, lastCall).toString())).toBe(Number.POSITIVE_INFINITY)
})

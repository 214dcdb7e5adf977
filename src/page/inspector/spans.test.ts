import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spansOf } from './spans.ts'

const ENDED = { plannedAt: 1_000, askedAt: null, decidedAt: 5_000, startedAt: 5_010, settledAt: 5_050 }

describe('the spans of a call', () => {
  it('follow each other from planned to settled', () => {
    expect(spansOf(ENDED, 9_000)).toEqual({
      spans: [
        { name: 'decided', from: 0, ms: 4_000 },
        { name: 'starting', from: 4_000, ms: 10 },
        { name: 'ran', from: 4_010, ms: 40 },
      ],
      whole: 4_050,
    })
    expect(spansOf({ ...ENDED, askedAt: 1_500 }, 9_000).spans.slice(0, 2)).toEqual([
      { name: 'queued', from: 0, ms: 500 },
      { name: 'waited', from: 500, ms: 3_500 },
    ])
  })

  it('go on until now for what waits and for what runs', () => {
    const waiting = { ...ENDED, askedAt: 1_200, decidedAt: null, startedAt: null, settledAt: null }
    expect(spansOf(waiting, 9_000)).toEqual({
      spans: [
        { name: 'queued', from: 0, ms: 200 },
        { name: 'waits', from: 200, ms: 7_800 },
      ],
      whole: 8_000,
    })
    expect(spansOf({ ...ENDED, settledAt: null }, 9_000).spans.at(-1)).toEqual({
      name: 'runs',
      from: 4_010,
      ms: 3_990,
    })
  })

  it('are never negative and add up, whatever the clock did', () => {
    const time = fc.option(fc.integer({ min: 0, max: 100 }))
    fc.assert(
      fc.property(fc.tuple(fc.integer({ min: 0, max: 100 }), time, time, time, time), (times) => {
        const [plannedAt, askedAt, decidedAt, startedAt, settledAt] = times
        const { spans, whole } = spansOf({ plannedAt, askedAt, decidedAt, startedAt, settledAt }, 50)
        expect(spans.reduce((sum, { ms }) => sum + ms, 0)).toBe(whole)
        let at = 0
        for (const { from, ms } of spans) {
          expect([from, ms >= 0]).toEqual([at, true])
          at += ms
        }
      }),
      { seed: 11, numRuns: 500 },
    )
  })
})

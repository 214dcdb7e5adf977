import { describe, expect, it } from 'vitest'
import { median } from './median.ts'
import { atMost, below, figure, table } from './report.ts'

describe('a row', () => {
  it('says whether it meets its target', () => {
    expect([atMost(0.5, 'a', 'ms', 0.5), atMost(0.5, 'a', 'ms', 0.501)]).toEqual([
      { what: 'a', unit: 'ms', ours: 0.5, peers: {}, target: 'at most 0.5', met: true },
      { what: 'a', unit: 'ms', ours: 0.501, peers: {}, target: 'at most 0.5', met: false },
    ])
    expect(below('peer', 'a', 'ms', 1, { peer: 1 }).met).toBe(false)
    expect(below('peer', 'a', 'ms', 1, {}).met).toBe(false)
    expect(below('peer', 'a', 'ms', 1, { peer: 2 }).met).toBe(true)
  })

  it('never meets a target with a figure that is none', () => {
    expect([atMost(1, 'a', 'ms', Number.NaN).met, below('peer', 'a', 'ms', Number.NaN, { peer: 2 }).met]).toEqual([
      false,
      false,
    ])
  })

  it('shows as many digits as were measured', () => {
    expect(figure('a', 'ms', 0.012_345, { peer: 1_234.5 })).toEqual({
      what: 'a',
      unit: 'ms',
      ours: 0.0123,
      peers: { peer: 1_235 },
      target: '',
      met: null,
    })
  })
})

it('a table has a column for each peer that any row names', () => {
  expect(table([atMost(5, 'first', 'ms', 12, { one: 3 }), figure('second', 'KB', 7, { two: 4 })])).toBe(
    [
      'figure  unit  ours  one  two  target',
      '------  ----  ----  ---  ---  ---------  ------',
      'first   ms      12    3    -  at most 5  MISSED',
      'second  KB       7    -    4',
    ].join('\n'),
  )
})

it('a median is the middle, and of nothing there is none', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5])
  expect(() => median([])).toThrow('There is no median of no values.')
})

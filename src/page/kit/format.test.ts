import { expect, it } from 'vitest'
import { ago, bytes, duration, elapsed, tokens } from './format.ts'

it('writes durations, sizes and tokens as a person reads them', () => {
  expect(
    [12, 4_120, 32_000, 120_000, 120_900, 125_000, 130_000, 3_600_000, 3_780_000, 36_000_000].map(duration),
  ).toEqual(['12 ms', '4.1 s', '32 s', '2 min', '2 min', '2 min 5 s', '2 min 10 s', '1 h', '1 h 3 min', '10 h'])
  expect([-5, 900, 61_900, 120_000].map(elapsed)).toEqual(['0 s', '0 s', '1 min 1 s', '2 min 0 s'])
  expect([940, 12_440, 128_000, 1_200_000].map(tokens)).toEqual(['940', '12.4k', '128k', '1.2M'])
  expect([940, 12_400, 3_100_000, 250_000_000].map(bytes)).toEqual(['940 B', '12.4 kB', '3.1 MB', '250 MB'])
  expect([30_000, 240_000, 7_200_000, 180_000_000].map((ms) => ago(0, ms))).toEqual(['now', '4 min', '2 h', '2 d'])
})

import { expect, test } from 'vitest'
import { SHELL_OUTPUT_KEPT_CHARS } from '#contracts/limits.ts'
import { manualClock } from '#world/manual-clock.ts'
import { LiveOutput } from './live-output.ts'

test('output goes out as it comes, then once too much only in samples', async () => {
  const clock = manualClock()
  const sent: [string, number, string][] = []
  const live = new LiveOutput((stream, text) => sent.push([stream, text.length, text.slice(0, 6)]), clock)
  live.add('stdout', '')
  live.add('stdout', 'first\n')
  live.add('stderr', 'x'.repeat(SHELL_OUTPUT_KEPT_CHARS - 6))
  for (let count = 0; count < 1_000; count++) live.add('stdout', 'y'.repeat(5_000))
  await clock.advance(250)
  live.add('stdout', 'last\n')
  expect(sent).toEqual([
    ['stdout', 6, 'first\n'],
    ['stderr', SHELL_OUTPUT_KEPT_CHARS - 6, 'xxxxxx'],
    ['info', 71, '\n[A lo'],
    ['stdout', 2_000, 'yyyyyy'],
    ['stdout', 5, 'last\n'],
  ])
})

import { expect, test } from 'vitest'
import type { FileChange } from '#contracts/ports/sandbox.ts'
import { manualClock } from '../../manual-clock.ts'
import { ChangeFeed } from './change-feed.ts'

test('changes of one path in one batch become one, and cancel out where nothing is left', async () => {
  const clock = manualClock()
  const feed = new ChangeFeed(clock)
  const batches: (readonly FileChange[])[] = []
  feed.watch((changes) => batches.push(changes), new AbortController().signal)
  feed.add('/a', 'created')
  feed.add('/a', 'modified')
  feed.add('/b', 'deleted')
  feed.add('/b', 'created')
  feed.add('/c', 'created')
  feed.add('/c', 'deleted')
  feed.add('/d', 'modified')
  feed.add('/d', 'deleted')
  expect(batches).toEqual([])
  await clock.advance(30)
  expect(batches).toEqual([
    [
      { path: '/a', kind: 'created' },
      { path: '/b', kind: 'modified' },
      { path: '/d', kind: 'deleted' },
    ],
  ])
  feed.close()
  feed.add('/e', 'created')
  expect(clock.pending()).toBe(0)
})

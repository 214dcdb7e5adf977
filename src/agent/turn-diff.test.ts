import { expect, it } from 'vitest'
import type { Snapshot } from '#contracts/ports/sandbox.ts'
import { TurnDiff } from '#contracts/sessions.ts'
import { turnDiff } from './turn-diff.ts'

function snapshot(files: Readonly<Record<string, string>>): Snapshot {
  const bytes = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]))
  return { paths: () => [...bytes.keys()].toSorted(), read: (path) => bytes.get(path) }
}

const many = (count: number, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`/workspace/${String(n).padStart(4, '0')}.txt`, text]))

it('shows what was created, changed and deleted by path, and not what is as it was', () => {
  const before = snapshot({ '/workspace/a': 'a\n', '/workspace/b': 'b\n', '/workspace/c': 'c\n' })
  const after = snapshot({ '/workspace/a': 'a\n', '/workspace/b': 'B\n', '/workspace/d': 'd\n' })
  const { files, omitted } = turnDiff(before, after)
  expect({ files: files.map(({ path, change }) => [path, change]), omitted }).toEqual({
    files: [
      ['/workspace/b', 'modified'],
      ['/workspace/c', 'deleted'],
      ['/workspace/d', 'created'],
    ],
    omitted: 0,
  })
})

it.each([
  [200, 0],
  [201, 1],
  [450, 250],
])('of %i changed files it counts those that it does not show: %i', (count, omitted) => {
  const same = { '/workspace/zz': 'as it was\n' }
  const diff = turnDiff(snapshot({ ...many(count, 'x\n'), ...same }), snapshot({ ...many(count, 'y\n'), ...same }))
  expect([diff.files.length, diff.omitted]).toEqual([Math.min(count, 200), omitted])
})

it('a diff that was stored before the count still reads', () => {
  const old = { sessionId: 's', turnId: 't', files: [], at: 1 }
  expect(TurnDiff.parse(old)).toEqual(old)
  expect(TurnDiff.parse({ ...old, omitted: 3 })).toEqual({ ...old, omitted: 3 })
})

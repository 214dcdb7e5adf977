import { expect, test } from 'vitest'
import { fail, type Failure } from '#contracts/failure.ts'
import type { WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { manualClock } from '../../manual-clock.ts'
import { FileTree } from './file-tree.ts'
import { WorkspaceFlusher } from './workspace-flusher.ts'

/** A flusher over a store that waits with each save until the test lets it go on, or fail. */
function slow() {
  const clock = manualClock()
  const saves: { paths: string[]; end(failure?: Error): void }[] = []
  const failures: Failure[] = []
  const store: Pick<WorkspaceStore, 'save'> = {
    save: (_id, put) =>
      new Promise((resolve, reject) => {
        const paths = put.map(({ path }) => path)
        saves.push({ paths, end: (failure) => (failure === undefined ? resolve() : reject(failure)) })
      }),
  }
  const tree: FileTree = new FileTree(
    () => clock.now(),
    (path, kind) => flusher.add(path, kind),
  )
  const flusher = new WorkspaceFlusher('w', store, tree, clock, (failure) => failures.push(failure))
  tree.makeDirectory('/workspace', true)
  const write = (path: string) => tree.write(`/workspace/${path}`, new Uint8Array([1]))
  return { clock, saves, failures, flusher, write }
}

test('closing stores also what changes while it waits', async () => {
  const { clock, saves, failures, flusher, write } = slow()
  write('a')
  const closing = flusher.close()
  await clock.advance(0)
  write('b')
  saves[0]?.end()
  await clock.advance(0)
  saves[1]?.end()
  await closing
  expect(saves.map(({ paths }) => paths)).toEqual([['/workspace/a'], ['/workspace/b']])
  expect([failures, clock.pending()]).toEqual([[], 0])
})

test('closing ends with the first save that fails, says so, and tries nothing later', async () => {
  const { clock, saves, failures, flusher, write } = slow()
  write('a')
  const closing = flusher.close()
  await clock.advance(0)
  write('b')
  saves[0]?.end(fail('storage', 'storage-full', 'Full.'))
  await closing
  expect(failures.map(({ kind }) => kind)).toEqual(['storage-full'])
  expect([saves.length, clock.pending()]).toEqual([1, 0])
})

import { describe, expect, test } from 'vitest'
import { bytesOf, failureOf, get, never, put, textOf, type Fresh } from './suite-kit.ts'

/** Reading, writing, listing and removing. */
export function filePromises(fresh: Fresh): void {
  describe('files', () => {
    test('what is written is read back, with the revision of its bytes', async () => {
      const sandbox = await fresh()
      const first = await put(sandbox, 'src/a.txt', 'one')
      const second = await put(sandbox, '/workspace/src/b.txt', 'one')
      expect(first.before).toBeNull()
      expect(second.revision).toBe(first.revision)
      expect(await sandbox.read('src/../src/./a.txt', never)).toEqual({
        path: '/workspace/src/a.txt',
        bytes: bytesOf('one'),
        revision: first.revision,
      })
      const third = await put(sandbox, 'src/a.txt', 'two')
      expect(textOf(third.before ?? bytesOf(''))).toBe('one')
      expect(third.revision).not.toBe(first.revision)
    })

    test('bytes given to write stay the caller’s own', async () => {
      const sandbox = await fresh()
      const bytes = bytesOf('mine')
      await sandbox.write('a', bytes, {}, never)
      bytes.fill(0)
      expect(await get(sandbox, 'a')).toBe('mine')
    })

    test('a directory is listed by name, a tree by depth, and what passes the limit is counted', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'b/c.txt', 'xyz')
      await put(sandbox, 'a.txt', 'x')
      const flat = await sandbox.list('.', { depth: 1, limit: 10 }, never)
      expect(flat.entries.map(({ path, kind, size }) => ({ path, kind, size }))).toEqual([
        { path: '/workspace/a.txt', kind: 'file', size: 1 },
        { path: '/workspace/b', kind: 'directory', size: 0 },
      ])
      const deep = await sandbox.list('/workspace', { depth: 2, limit: 2 }, never)
      expect(deep.entries.map((entry) => entry.path)).toEqual(['/workspace/a.txt', '/workspace/b'])
      expect(deep.omitted).toBe(1)
    })

    test('a missing file is null to stat and a failure with close names to read', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'src/Caf\u00e9.ts', 'x')
      expect(await sandbox.stat('src/nope.ts', never)).toBeNull()
      expect(await sandbox.stat('no/such/place', never)).toBeNull()
      const failure = await failureOf(sandbox.read('src/cafe\u0301.ts', never))
      expect(failure).toMatchObject({
        stage: 'execution',
        kind: 'not-found',
        detail: { closest: ['/workspace/src/Caf\u00e9.ts'] },
      })
    })

    test('directories and files are told apart', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'd/f', 'x')
      expect((await failureOf(sandbox.read('d', never))).kind).toBe('not-a-file')
      expect((await failureOf(put(sandbox, 'd', 'x'))).kind).toBe('not-a-file')
      expect((await failureOf(sandbox.list('d/f', { depth: 1, limit: 9 }, never))).kind).toBe('not-a-directory')
      expect((await failureOf(put(sandbox, 'd/f/g', 'x'))).kind).toBe('not-a-directory')
    })

    test('write refuses a file that changed, or that should not exist', async () => {
      const sandbox = await fresh()
      const { revision } = await put(sandbox, 'a', 'one')
      await put(sandbox, 'a', 'two')
      expect((await failureOf(sandbox.write('a', bytesOf('x'), { expect: revision }, never))).kind).toBe(
        'changed-since-read',
      )
      expect((await failureOf(sandbox.write('a', bytesOf('x'), { expect: null }, never))).kind).toBe('already-exists')
      expect((await failureOf(sandbox.write('b', bytesOf('x'), { expect: revision }, never))).kind).toBe(
        'changed-since-read',
      )
      expect(await get(sandbox, 'a')).toBe('two')
      await sandbox.write('b', bytesOf('new'), { expect: null }, never)
      expect(await get(sandbox, 'b')).toBe('new')
    })

    test('remove takes a file, a tree, and complains of nothing there', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'd/e/f', 'x')
      await put(sandbox, 'g', 'x')
      await sandbox.remove('d', never)
      expect(await sandbox.stat('d', never)).toBeNull()
      expect((await failureOf(sandbox.remove('d', never))).kind).toBe('not-found')
      await sandbox.remove('.', never)
      expect((await sandbox.list('.', { depth: 1, limit: 9 }, never)).entries).toEqual([])
    })

    test('an aborted signal stops every operation with its own reason', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', 'one')
      const gone = AbortSignal.abort('stop')
      const edit = { oldText: 'one', newText: 'two', all: false }
      const operations: (() => Promise<unknown>)[] = [
        () => sandbox.list('.', { depth: 1, limit: 1 }, gone),
        () => sandbox.stat('a', gone),
        () => sandbox.read('a', gone),
        () => sandbox.write('a', bytesOf('x'), {}, gone),
        () => sandbox.edit('a', edit, gone),
        () => sandbox.remove('a', gone),
        () => sandbox.glob({ pattern: '*', path: '.', limit: 1 }, gone),
        () => sandbox.grep({ pattern: 'x', literal: true, ignoreCase: false, path: '.', glob: null, limit: 1 }, gone),
        () => sandbox.snapshot(gone),
      ]
      for (const operation of operations) await expect(operation()).rejects.toBe('stop')
      expect(await get(sandbox, 'a')).toBe('one')
    })
  })
}

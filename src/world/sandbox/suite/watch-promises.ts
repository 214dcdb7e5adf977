import { describe, expect, test } from 'vitest'
import type { FileChange } from '#contracts/ports/sandbox.ts'
import { bytesOf, never, put, run, textOf, type Fresh } from './suite-kit.ts'

/** watch and snapshot. */
export function watchPromises(fresh: Fresh): void {
  describe('watch and snapshot', () => {
    test('changes by tools and by the shell are told in batches', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'old', 'x')
      const kinds = new Map<string, FileChange['kind']>()
      const told = new Promise<void>((resolve) => {
        sandbox.watch((changes) => {
          for (const { path, kind } of changes) kinds.set(path, kind)
          if (kinds.size === 3) resolve()
        }, never)
      })
      await put(sandbox, 'new', 'x')
      await run(sandbox, 'echo y > old; echo z > shell.txt')
      await told
      expect(Object.fromEntries(kinds)).toEqual({
        '/workspace/new': 'created',
        '/workspace/old': 'modified',
        '/workspace/shell.txt': 'created',
      })
    })

    test('a watch that was ended, by itself or by its signal, hears nothing more', async () => {
      const sandbox = await fresh()
      const heard: string[] = []
      const stop = new AbortController()
      sandbox.watch(() => heard.push('returned'), never)()
      sandbox.watch(() => heard.push('signal'), stop.signal)
      stop.abort()
      const told = new Promise<void>((resolve) => sandbox.watch(() => resolve(), never))
      await put(sandbox, 'a', 'x')
      await told
      expect(heard).toEqual([])
    })

    test('a snapshot stays as it was', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', 'one')
      await put(sandbox, 'd/b', 'two')
      const snapshot = await sandbox.snapshot(never)
      await put(sandbox, 'a', 'changed')
      await run(sandbox, 'echo more >> d/b; rm -r d; echo x > c')
      expect(snapshot.paths()).toEqual(['/workspace/a', '/workspace/d/b'])
      expect(textOf(snapshot.read('/workspace/a') ?? bytesOf(''))).toBe('one')
      expect(textOf(snapshot.read('/workspace/d/b') ?? bytesOf(''))).toBe('two')
      expect(snapshot.read('/workspace/c')).toBeUndefined()
    })
  })
}

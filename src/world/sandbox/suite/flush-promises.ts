import { describe, expect, test } from 'vitest'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import { failureOf, get, never, put, run, type Fresh } from './suite-kit.ts'

/** What is durable. `again` opens the newest sandbox's workspace once more, as the next tab would, the first still open. */
export function flushPromises(fresh: Fresh, again: () => Promise<Sandbox>): void {
  describe('flush', () => {
    test('what any hand wrote before it is found by the next opening, though nothing was closed', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'gone', 'x')
      await sandbox.flush(never)
      await put(sandbox, 'src/a', 'one')
      await put(sandbox, 'src/a', 'two')
      await put(sandbox, 'edited', 'old')
      await sandbox.edit('edited', { oldText: 'old', newText: 'new', all: false }, never)
      await sandbox.remove('gone', never)
      await run(sandbox, 'echo made > by-shell; mkdir empty; mv by-shell moved')
      await sandbox.flush(never)
      const next = await again()
      const { entries } = await next.list('.', { depth: 9, limit: 99 }, never)
      expect(entries.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
        '/workspace/edited file',
        '/workspace/empty directory',
        '/workspace/moved file',
        '/workspace/src directory',
        '/workspace/src/a file',
      ])
      expect(await Promise.all(['edited', 'moved', 'src/a'].map((path) => get(next, path)))).toEqual([
        'new',
        'made\n',
        'two',
      ])
    })

    test('with nothing to store it resolves, twice at once too', async () => {
      const sandbox = await fresh()
      await sandbox.flush(never)
      await put(sandbox, 'a', '1')
      expect(await Promise.all([sandbox.flush(never), sandbox.flush(never)])).toEqual([undefined, undefined])
      expect(await get(await again(), 'a')).toBe('1')
    })

    test('once closing has begun nothing is taken any more, and what was written before is kept', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', 'kept')
      const late = () => [
        put(sandbox, 'a', 'late'),
        sandbox.edit('a', { oldText: 'kept', newText: 'late', all: false }, never),
        sandbox.remove('a', never),
        run(sandbox, 'echo late > b'),
        run(sandbox, 'true', { cwd: '/workspace/gone' }),
        sandbox.flush(never),
      ]
      const refused = [...Array<string>(5).fill('execution unavailable'), 'storage unavailable']
      const said = async () => (await Promise.all(late().map(failureOf))).map(({ stage, kind }) => `${stage} ${kind}`)
      const ends = [sandbox.close(), sandbox.close()]
      expect(await said()).toEqual(refused)
      await Promise.all(ends)
      expect(await said()).toEqual(refused)
      const next = await again()
      expect([(await next.list('.', { depth: 9, limit: 9 }, never)).entries.length, await get(next, 'a')]).toEqual([
        1,
        'kept',
      ])
    })

    test('an abort ends the waiting with its own reason', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', '1')
      await expect(sandbox.flush(AbortSignal.abort('stop'))).rejects.toBe('stop')
      const stop = new AbortController()
      const flushing = sandbox.flush(stop.signal)
      stop.abort('stop')
      await expect(flushing).rejects.toBe('stop')
      expect(await get(sandbox, 'a')).toBe('1')
    })
  })
}

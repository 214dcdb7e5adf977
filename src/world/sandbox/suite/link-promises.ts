import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { failureOf, get, never, put, run, type Fresh } from './suite-kit.ts'

/** Links that the shell made, above all those that lead to nothing. */
export function linkPromises(fresh: Fresh): void {
  describe('links', () => {
    test('what is written through a link that leads to nothing is there, its directories too', async () => {
      const sandbox = await fresh()
      await run(sandbox, 'ln -s missing/dir/file link; ln -s nowhere way')
      expect((await put(sandbox, 'link', 'one')).before).toBeNull()
      await put(sandbox, 'way/deep/file', 'two')
      expect(
        await Promise.all(['link', 'missing/dir/file', 'way/deep/file'].map((path) => get(sandbox, path))),
      ).toEqual(['one', 'one', 'two'])
      expect((await sandbox.stat('nowhere/deep/file', never))?.path).toBe('/workspace/nowhere/deep/file')
      expect((await run(sandbox, 'readlink link way')).outcome.exitCode).toBe(0)
    })

    test('a link that leads to nothing is named as that by what needs a file, and can be removed', async () => {
      const sandbox = await fresh()
      await run(sandbox, 'ln -s missing/file link')
      const edit = { oldText: 'a', newText: 'b', all: false }
      for (const failing of [() => sandbox.read('link', never), () => sandbox.edit('link', edit, never)]) {
        expect(await failureOf(failing())).toMatchObject({
          kind: 'not-found',
          message: expect.stringContaining('"link" is a link to "missing/file", where there is nothing') as string,
        })
      }
      await sandbox.remove('link', never)
      expect((await sandbox.list('.', { depth: 1, limit: 9 }, never)).entries).toEqual([])
    })

    test('a link to nothing outside stays closed, and one that goes up from nothing is refused', async () => {
      const sandbox = await fresh()
      await run(sandbox, 'ln -s /tmp/missing/x out; ln -s missing/../up up; ln -s /tmp/gone gone')
      for (const path of ['out', 'gone', 'gone/deep/file'])
        expect((await failureOf(put(sandbox, path, 'x'))).kind).toBe('outside-workspace')
      expect((await failureOf(put(sandbox, 'up', 'x'))).kind).toBe('not-found')
    })

    test('a write either fails or is read back, wherever links lead', async () => {
      const name = fc.constantFrom('a', 'b', 'c')
      const target = fc.array(fc.constantFrom('a', 'b', 'c', '..', '/workspace', '/tmp'), {
        minLength: 1,
        maxLength: 3,
      })
      const links = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'a/b', 'b/c'), target), { maxLength: 3 })
      const sandbox = await fresh()
      let round = 0
      let written = 0
      await fc.assert(
        fc.asyncProperty(links, fc.array(name, { minLength: 1, maxLength: 3 }), async (made, parts) => {
          // A folder of its own for each round: another sandbox would cost a thread each.
          const folder = `round-${(round += 1)}`
          const script = made.map(([path, to]) => `ln -s '${to.join('/')}' '${path}'`).join('; ')
          await run(sandbox, `mkdir ${folder}; cd ${folder}; ${script}`)
          const path = `${folder}/${parts.join('/')}`
          try {
            await put(sandbox, path, `precious ${round}`)
          } catch (error) {
            expect(error).toBeInstanceOf(FailureError)
            return
          }
          written += 1
          expect(await get(sandbox, path), `${script}; ${path}`).toBe(`precious ${round}`)
        }),
        { numRuns: 60, seed: 3 },
      )
      expect(written).toBeGreaterThan(20)
    })
  })
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { bytesOf, failureOf, get, never, put, run, type Fresh } from './suite-kit.ts'

/** No path leads outside the workspace. */
export function pathPromises(fresh: Fresh): void {
  describe('paths that leave', () => {
    const hostile = [
      '..',
      '../x',
      'a/../../x',
      '/etc/passwd',
      '/',
      '/workspace/../etc',
      '/workspace2/x',
      'a\0b',
      '\u202etxt.exe',
      'a\ud800',
      'tab\there',
    ]
    test.each(hostile)('%j is refused by every operation', async (path) => {
      const sandbox = await fresh()
      const operations: (() => Promise<unknown>)[] = [
        () => sandbox.read(path, never),
        () => sandbox.write(path, bytesOf('x'), {}, never),
        () => sandbox.list(path, { depth: 1, limit: 1 }, never),
        () => sandbox.stat(path, never),
        () => sandbox.remove(path, never),
        () => sandbox.edit(path, { oldText: 'a', newText: 'b', all: false }, never),
        () => sandbox.glob({ pattern: '*', path, limit: 1 }, never),
      ]
      for (const operation of operations) {
        expect(await failureOf(operation())).toMatchObject({ stage: 'execution', kind: 'outside-workspace' })
      }
    })

    test('an empty path and a name that is too long are invalid', async () => {
      const sandbox = await fresh()
      expect((await failureOf(sandbox.read('', never))).kind).toBe('invalid')
      expect((await failureOf(put(sandbox, 'x'.repeat(300), ''))).kind).toBe('invalid')
    })

    test('links made by the shell do not lead the file tools outside', async () => {
      const sandbox = await fresh()
      const script =
        'echo secret > /tmp/s; ln -s /tmp out; ln -s ../tmp/s up; ln -s out two; ln -s loop loop; echo in > real; ln -s real ok'
      expect((await run(sandbox, script)).outcome.exitCode).toBe(0)
      for (const path of ['out/s', 'up', 'two/s', 'loop']) {
        expect((await failureOf(sandbox.read(path, never))).kind).toBe('outside-workspace')
      }
      for (const path of ['out/new', 'two/deep/new', 'up']) {
        expect((await failureOf(put(sandbox, path, 'x'))).kind).toBe('outside-workspace')
      }
      expect(await get(sandbox, 'ok')).toBe('in\n')
      expect(
        (
          await sandbox.grep(
            { pattern: 'secret', literal: true, ignoreCase: false, path: '.', glob: null, limit: 9 },
            never,
          )
        ).matches,
      ).toEqual([])
    })

    test('no path, however made, reaches what lies outside', async () => {
      const sandbox = await fresh()
      await run(sandbox, 'echo secret > /tmp/s; ln -s /tmp out; ln -s / root; mkdir -p a/b; ln -s ../.. a/up')
      const part = fc.constantFrom(
        '..',
        '.',
        '',
        'a',
        'b',
        'up',
        'out',
        'root',
        'tmp',
        's',
        'workspace',
        '/',
        '%2e%2e',
        '\\..',
        '．．',
      )
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.boolean(), async (parts, absolute) => {
          const path = (absolute ? '/' : '') + parts.join('/')
          try {
            const entry = await sandbox.stat(path, never)
            if (entry !== null) expect(`${entry.path}/`).toMatch(/^\/workspace\//u)
          } catch (error) {
            expect(error).toBeInstanceOf(FailureError)
          }
        }),
        { numRuns: 300 },
      )
    })
  })
}

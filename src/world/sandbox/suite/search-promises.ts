import { describe, expect, test } from 'vitest'
import { failureOf, never, put, type Fresh } from './suite-kit.ts'

/** glob and grep. */
export function searchPromises(fresh: Fresh): void {
  describe('search', () => {
    test('globs: stars, braces, brackets in names, dot-files only by a dot', async () => {
      const sandbox = await fresh()
      for (const path of ['a.ts', 'b.js', 'src/c.ts', 'src/[id].ts', '.env', '.github/x.yml'])
        await put(sandbox, path, '')
      const glob = async (pattern: string, path = '.') =>
        (await sandbox.glob({ pattern, path, limit: 99 }, never)).paths
      expect(await glob('**/*.ts')).toEqual(['/workspace/a.ts', '/workspace/src/[id].ts', '/workspace/src/c.ts'])
      expect(await glob('*.{ts,js}')).toEqual(['/workspace/a.ts', '/workspace/b.js'])
      expect(await glob('[cd].ts', 'src')).toEqual(['/workspace/src/c.ts'])
      expect(await glob('.*')).toEqual(['/workspace/.env'])
      expect(await sandbox.glob({ pattern: '**/*', path: '.', limit: 1 }, never)).toEqual({
        paths: ['/workspace/a.ts'],
        omitted: 3,
        hidden: 2,
      })
      await put(sandbox, '.github/a.ts', '')
      await put(sandbox, '.git/hooks/b.ts', '')
      await put(sandbox, 'src/.c/d.ts', '')
      const hidden = async (pattern: string, path = '.') =>
        (await sandbox.glob({ pattern, path, limit: 1 }, never)).hidden
      expect(await Promise.all([hidden('**/*'), hidden('**/*.ts'), hidden('*'), hidden('.github/*')])).toEqual([
        4, 2, 1, 0,
      ])
      expect((await failureOf(glob('*', 'nowhere'))).kind).toBe('not-found')
    })

    test('grep: lines from 1, binaries counted, limits, globs, a leading dash, literal text', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a.txt', 'one\r\n-x two\nthree (')
      await put(sandbox, 'b.md', 'two\n')
      await sandbox.write('c.bin', new Uint8Array([0, 116, 119, 111]), {}, never)
      const grep = (pattern: string, more: object = {}) =>
        sandbox.grep({ pattern, literal: false, ignoreCase: false, path: '.', glob: null, limit: 9, ...more }, never)
      expect(await grep('two')).toEqual({
        matches: [
          { path: '/workspace/a.txt', line: 2, text: '-x two' },
          { path: '/workspace/b.md', line: 1, text: 'two' },
        ],
        omitted: 0,
        skippedBinary: 1,
      })
      expect((await grep('two', { limit: 1 })).omitted).toBe(1)
      expect((await grep('^-x')).matches).toHaveLength(1)
      expect((await grep('ONE$', { ignoreCase: true })).matches).toEqual([
        { path: '/workspace/a.txt', line: 1, text: 'one' },
      ])
      expect((await grep('two', { glob: '*.md' })).matches.map((match) => match.path)).toEqual(['/workspace/b.md'])
      expect((await grep('(', { literal: true })).matches).toHaveLength(1)
      expect(await failureOf(grep('('))).toMatchObject({
        kind: 'invalid',
        message: expect.stringContaining('literal') as string,
      })
    })

    test('an expression that would backtrack for ever elsewhere simply ends', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', `${'a'.repeat(60)}b\n${'a'.repeat(28)}\n`)
      const request = { literal: false, ignoreCase: false, path: '.', glob: null, limit: 9 }
      for (const pattern of ['(a+)+$!', `${'(a|a)'.repeat(28)}[cd]`, `${'a?'.repeat(40)}${'a'.repeat(40)}[cd]`]) {
        expect(await sandbox.grep({ ...request, pattern }, never)).toEqual({
          matches: [],
          omitted: 0,
          skippedBinary: 0,
        })
      }
    })

    test('a match far along a line is found, and lines that are too long are counted', async () => {
      const sandbox = await fresh()
      await put(sandbox, 'a', `${'x'.repeat(3_000)}foo(1).bar(2)\nshort\n`)
      const request = { pattern: 'foo.*bar.*', literal: false, ignoreCase: false, path: '.', glob: null, limit: 9 }
      expect(await sandbox.grep(request, never)).toEqual({
        matches: [{ path: '/workspace/a', line: 1, text: `…${'x'.repeat(200)}foo(1).bar(2)…` }],
        omitted: 0,
        skippedBinary: 0,
      })
      await put(sandbox, 'a', `${'x'.repeat(1_000_000)}foo(1).bar(2)\nfoo bar\n`)
      const found = await sandbox.grep(request, never)
      expect(found).toEqual({
        matches: [{ path: '/workspace/a', line: 2, text: 'foo bar' }],
        omitted: 0,
        skippedBinary: 0,
        cut: { lines: 1, chars: expect.any(Number) as number },
      })
      expect(found.cut?.chars).toBeGreaterThan(10_000)
    })
  })
}

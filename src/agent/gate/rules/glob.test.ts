import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import picomatch from 'picomatch'
import { compileGlob } from './glob.ts'

describe('a path pattern', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/*.ts', 'src/a.tsx', false],
    ['src/**', 'src/a.ts', true],
    ['src/**', 'src/deep/er/a.ts', true],
    ['src/**', 'src', true],
    ['src/**', 'src2/a.ts', false],
    ['**', 'a/b/c', true],
    ['**', '', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['**/secrets/**', 'secrets/a', true],
    ['**/secrets/**', 'x/secrets', true],
    ['**/secrets/**', 'x/mysecrets/a', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c].txt', 'b.txt', true],
    ['[!a-c].txt', 'b.txt', false],
    ['[]x].txt', '].txt', true],
    ['{src,test}/**', 'test/a', true],
    ['{src,test}/**', 'tests/a', false],
    ['{a,b{c,d}}.x', 'bd.x', true],
    ['{**/,}x', 'a/b/x', true],
    ['a**b', 'axxb', true],
    ['a**b', 'a/b', false],
    ['/workspace/src/*', 'src/a', true],
    ['./src/*', 'src/a', true],
    ['/src/*', 'src/a', true],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['?', '🚀', true],
    ['SRC/*', 'src/a', false],
    ['*', 'src/a', false],
  ])('%s against %j is %s', (pattern, path, expected) => {
    expect(compileGlob(pattern, true)(path)).toBe(expected)
  })

  it('stands for a leading dot only where it is told to', () => {
    const hidden = ['.env', 'a/.git/config', '.sallyport/rules.json']
    const seen = (pattern: string, dots: boolean) => hidden.filter((path) => compileGlob(pattern, dots)(path))
    expect(seen('**', true)).toEqual(hidden)
    expect(seen('**', false)).toEqual([])
    expect(seen('*', false)).toEqual([])
    expect(seen('{*,?env,[.]env}', false)).toEqual([])
    expect(seen('.*', false)).toEqual(['.env'])
    expect(seen('.sallyport/**', false)).toEqual(['.sallyport/rules.json'])
  })

  it('is about the folder itself only for rules that deny or ask', () => {
    const seen = (wide: boolean) => ['src', 'src/a', 'srcs'].filter((path) => compileGlob('src/**', wide)(path))
    expect({ deny: seen(true), allow: seen(false) }).toEqual({ deny: ['src', 'src/a'], allow: ['src/a'] })
    expect(compileGlob('*/**', false)('top.txt')).toBe(false)
  })

  it.each([
    ['', 'The path pattern is empty'],
    ['/workspace', 'The path pattern is empty'],
    ['a/../b', 'cannot climb'],
    ['../b', 'cannot climb'],
    ['{a,../b}', 'cannot climb'],
    ['[ab', 'has no ]'],
    ['{a,b', 'has no }'],
    ['a\\', 'lone backslash'],
    ['{'.repeat(20), 'more than 8 deep'],
    ['a'.repeat(1_001), 'longer than 1000 characters'],
    ['a'.repeat(1_000_000), 'longer than 1000 characters'],
  ])('%.20s is refused with a sentence', (pattern, message) => {
    expect(() => compileGlob(pattern, true)).toThrow(message)
  })

  it('refuses a path of a megabyte', () => {
    expect(() => compileGlob('**', true)('a'.repeat(1_000_000))).toThrow('A path is longer than')
  })

  it('walks a pattern that makes others backtrack for a lifetime, and refuses one with more stars', () => {
    const path = 'a'.repeat(8_000)
    const nasty = compileGlob(`${'*a'.repeat(32)}b`, true)
    expect([nasty(path), nasty(`${path}b`)]).toEqual([false, true])
    expect(() => compileGlob('*a'.repeat(33), true)).toThrow('more than 32 stars')
  })

  it('agrees with a well-kept library on what both can say', () => {
    const name = fc.stringMatching(/^[ab.]{1,3}$/).filter((text) => !/^\.+$/.test(text))
    const piece = fc.constantFrom('*', 'a', 'b', '?', 'a*', '*b', '[ab]', '{a,b}', '.a', 'a.b')
    // The library lets some patterns that end in /** stand for the folder itself and others not; ours follows the rule's kind.
    const pattern = fc
      .array(fc.oneof({ weight: 4, arbitrary: piece }, { weight: 1, arbitrary: fc.constant('**') }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((pieces) => pieces.join('/'))
      .filter((text) => !text.endsWith('/**'))
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'))
    fc.assert(
      fc.property(pattern, path, fc.boolean(), (glob, text, dot) => {
        const peer = picomatch(glob, { dot, nonegate: true, noextglob: true })
        expect([glob, text, compileGlob(glob, dot)(text)]).toEqual([glob, text, peer(text)])
      }),
      { seed: 7, numRuns: 3_000 },
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FailureError } from '#contracts/failure.ts'
import { isInWorkspace, shown, workspacePath } from './workspace-path.ts'

test.each([
  ['.', '/workspace'],
  ['/workspace/', '/workspace'],
  ['./a//b/./c', '/workspace/a/b/c'],
  ['a/../b', '/workspace/b'],
  ['/workspace/a/../../workspace/b', null],
  ['\u{1f468}\u200d\u{1f469}.png', '/workspace/\u{1f468}\u200d\u{1f469}.png'],
  ['..\\x', '/workspace/..\\x'],
])('%j means %j', (path, meant) => {
  if (meant === null) expect(() => workspacePath(path)).toThrow(FailureError)
  else expect(workspacePath(path)).toBe(meant)
})

test('composed and decomposed names stay two names', () => {
  expect(workspacePath('caf\u00e9')).not.toBe(workspacePath('cafe\u0301'))
})

test('any text gives a path inside, without dots, or a failure', () => {
  const part = fc.oneof(
    fc.constantFrom('..', '.', '', '/', 'workspace', '\0', '\u202e'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, absolute) => {
      let path: string
      try {
        path = workspacePath((absolute ? '/workspace/' : '') + parts.join('/'))
      } catch (error) {
        expect(error).toBeInstanceOf(FailureError)
        return
      }
      expect(isInWorkspace(path)).toBe(true)
      expect(path.split('/')).not.toContain('..')
      expect(workspacePath(path)).toBe(path)
    }),
    { numRuns: 500 },
  )
})

test('a path in a message shows what is hidden in it', () => {
  expect(shown('a\u202eb')).toBe('"a\\u202eb"')
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIFF_MAX_LINES } from '#contracts/limits.ts'
import { fileDiff } from './file-diff.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const numbered = (count: number, change: Record<number, string> = {}) =>
  bytes(Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join(''))

test('a changed line is shown between its neighbours, with both line numbers', () => {
  expect(fileDiff('/workspace/a', numbered(20), numbered(20, { 10: 'changed' }))).toEqual({
    path: '/workspace/a',
    change: 'modified',
    binary: false,
    added: 1,
    removed: 1,
    lines: [
      { kind: 'gap', before: null, after: null, text: '5 unchanged lines' },
      ...[6, 7, 8, 9].map((line) => ({ kind: 'same', before: line, after: line, text: `line ${line}` })),
      { kind: 'remove', before: 10, after: null, text: 'line 10' },
      { kind: 'add', before: null, after: 10, text: 'changed' },
      ...[11, 12, 13, 14].map((line) => ({ kind: 'same', before: line, after: line, text: `line ${line}` })),
      { kind: 'gap', before: null, after: null, text: '6 unchanged lines' },
    ],
    omittedLines: 0,
  })
})

test.each<[string, Uint8Array | null, Uint8Array | null, object]>([
  [
    'a new file',
    null,
    bytes('a\n'),
    { change: 'created', added: 1, removed: 0, lines: [{ kind: 'add', before: null, after: 1, text: 'a' }] },
  ],
  ['a new empty file', null, bytes(''), { change: 'created', added: 0, removed: 0, lines: [] }],
  [
    'a deleted file',
    bytes('a\n'),
    null,
    { change: 'deleted', added: 0, removed: 1, lines: [{ kind: 'remove', before: 1, after: null, text: 'a' }] },
  ],
  ['equal files', bytes('a\n'), bytes('a\n'), { change: 'unchanged', added: 0, removed: 0, lines: [] }],
  ['no file at all', null, null, { change: 'unchanged', added: 0, removed: 0, lines: [] }],
  [
    'a binary file',
    bytes('a\n'),
    new Uint8Array([0, 1, 2]),
    { change: 'modified', binary: true, added: 0, removed: 0, lines: [] },
  ],
])('%s', (_, before, after, expected) => {
  expect(fileDiff('/a', before, after)).toEqual({ path: '/a', binary: false, omittedLines: 0, ...expected })
})

test('a missing line end at the end of the file is a difference, and said', () => {
  expect(fileDiff('/a', bytes('a\n'), bytes('a')).lines).toEqual([
    { kind: 'remove', before: 1, after: null, text: 'a' },
    { kind: 'add', before: null, after: 1, text: 'a' },
    { kind: 'gap', before: null, after: null, text: 'No newline at the end of the file' },
  ])
})

test('line ends show only where their kind changed', () => {
  const texts = (before: string, after: string) =>
    fileDiff('/a', bytes(before), bytes(after)).lines.map((line) => line.text)
  expect(texts('a\r\nb\r\n', 'a\r\nc\r\n')).toEqual(['a', 'b', 'c'])
  expect(texts('a\r\n', 'a\n')).toEqual(['a␍', 'a'])
})

test('one changed line in the middle of 50 MB is found by its bytes, without reading the rest as text', () => {
  const before = new Uint8Array(50_000_000).fill(0x61)
  for (let at = 99; at < before.length; at += 100) before[at] = 0x0a
  const after = before.slice()
  after[25_000_000] = 0x62
  const { added, removed, lines } = fileDiff('/a', before, after)
  expect({ added, removed, shown: lines.length }).toEqual({ added: 1, removed: 1, shown: 12 })
})

test('two unlike files of many lines are shown as replaced, cut, with true counts', () => {
  const before = bytes(Array.from({ length: 5_000 }, (_, line) => `old ${line}\n`).join(''))
  const after = bytes(Array.from({ length: 6_000 }, (_, line) => `new ${line}\n`).join(''))
  const { added, removed, lines, omittedLines } = fileDiff('/a', before, after)
  expect({ added, removed, shown: lines.length, omittedLines }).toEqual({
    added: 6_000,
    removed: 5_000,
    shown: DIFF_MAX_LINES,
    omittedLines: 11_000 - DIFF_MAX_LINES,
  })
})

test('for any two texts every shown line stands where its number says, and no line is lost or counted twice', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', 'ü'), { maxLength: 40 })
    .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`))
  const linesOf = (whole: string) => whole.match(/[^\n]*\n|[^\n]+$/g)?.map((line) => line.replace('\n', '')) ?? []
  fc.assert(
    fc.property(text, text, (before, after) => {
      const old = linesOf(before)
      const now = linesOf(after)
      const diff = fileDiff('/a', bytes(before), bytes(after))
      let seenOld = 0
      let seenNow = 0
      for (const line of diff.lines) {
        const hidden = line.kind === 'gap' ? Number(/^(\d+) unchanged/.exec(line.text)?.[1] ?? 0) : 0
        seenOld += hidden
        seenNow += hidden
        if (line.before !== null) expect([++seenOld, old[seenOld - 1]]).toEqual([line.before, line.text])
        if (line.after !== null) expect([++seenNow, now[seenNow - 1]]).toEqual([line.after, line.text])
      }
      expect(diff.added - diff.removed).toBe(now.length - old.length)
      if (before !== after) expect([seenOld, seenNow]).toEqual([old.length, now.length])
    }),
  )
})

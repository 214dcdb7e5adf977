import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DiffLine, FileDiff } from '#contracts/views.ts'
import { changedParts, diffRows } from './diff-rows.ts'
import { DiffView } from './diff-view.tsx'

const same = (at: number, text = `line ${at}`): DiffLine => ({ kind: 'same', before: at, after: at, text })
const add = (after: number, text: string): DiffLine => ({ kind: 'add', before: null, after, text })
const remove = (before: number, text: string): DiffLine => ({ kind: 'remove', before, after: null, text })
const gap = (text: string): DiffLine => ({ kind: 'gap', before: null, after: null, text })
const diff = (lines: DiffLine[], more: Partial<FileDiff> = {}): FileDiff => ({
  path: 'a.txt',
  change: 'modified',
  binary: false,
  added: lines.filter((line) => line.kind === 'add').length,
  removed: lines.filter((line) => line.kind === 'remove').length,
  lines,
  omittedLines: 0,
  ...more,
})
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => same(from + index))
/** Structure without the names that the style sheet makes. */
const markup = (value: FileDiff) =>
  renderToStaticMarkup(createElement(DiffView, { diff: value })).replaceAll(/ (?:class|style)="[^"]*"/g, '')

test('a changed line shows both numbers, a sign with its word, and the part that differs', () => {
  expect(markup(diff([same(1), remove(2, 'const a = 1'), add(2, 'const a = 2'), same(3)]))).toBe(
    '<div><table aria-label="Changes of a.txt" data-one-sided="false">' +
      '<colgroup><col data-hides="true"/><col/><col/><col/></colgroup><tbody>' +
      '<tr data-kind="same"><td data-line="1"></td><td data-line="1"></td><td data-sign=""></td><td><code>line 1</code></td></tr>' +
      '<tr data-kind="remove"><td data-line="2"></td><td data-line=""></td><td data-sign="−" aria-label="removed"></td>' +
      '<td><code><span>const a = </span><mark>1</mark><span></span></code></td></tr>' +
      '<tr data-kind="add"><td data-line=""></td><td data-line="2"></td><td data-sign="+" aria-label="added"></td>' +
      '<td><code><span>const a = </span><mark>2</mark><span></span></code></td></tr>' +
      '<tr data-kind="same"><td data-line="3"></td><td data-line="3"></td><td data-sign=""></td><td><code>line 3</code></td></tr>' +
      '</tbody></table></div>',
  )
})

test('a new file says so and shows one column of numbers', () => {
  expect(markup(diff([add(1, 'one'), add(2, 'two')], { change: 'created', omittedLines: 1_200 }))).toBe(
    '<div><p>New file, 2 lines</p><table aria-label="Changes of a.txt" data-one-sided="true">' +
      '<colgroup><col/><col/><col/></colgroup><tbody>' +
      '<tr data-kind="add"><td data-line="1"></td><td data-sign="+" aria-label="added"></td><td><code>one</code></td></tr>' +
      '<tr data-kind="add"><td data-line="2"></td><td data-sign="+" aria-label="added"></td><td><code>two</code></td></tr>' +
      '</tbody></table><p>1,200 more lines are not shown.</p></div>',
  )
})

test('binary and unchanged files say so instead of showing nothing', () => {
  expect(markup(diff([], { binary: true }))).toBe(
    '<div><p>This file is binary: its change cannot be shown as lines.</p></div>',
  )
  expect(markup(diff([], { change: 'unchanged' }))).toBe('<div><p>Nothing changes.</p></div>')
})

const shape = (value: FileDiff, unfolded: number[] = []) =>
  diffRows(value, new Set(unfolded)).map((row) =>
    row.kind === 'fold' ? `${row.what} ${row.from}-${row.to}` : row.kind,
  )

test('unchanged stretches fold to three lines of context, at the edges to one side', () => {
  const value = diff([...lines(1, 10), add(11, 'x'), ...lines(12, 30), add(31, 'y'), ...lines(32, 36)])
  const context = ['line', 'line', 'line']
  expect(shape(value)).toEqual([
    'same 0-7',
    ...context,
    'line',
    ...context,
    'same 14-27',
    ...context,
    'line',
    ...lines(1, 5).map(() => 'line'),
  ])
  expect(shape(value, [14]).filter((row) => row.startsWith('same'))).toEqual(['same 0-7'])
})

test('gaps stay as they were sent and a very long new file folds', () => {
  expect(shape(diff([gap('12 lines'), add(13, 'x'), gap('')]))).toEqual(['gap', 'line', 'gap'])
  const long = diff(
    Array.from({ length: 1_000 }, (_, index) => add(index + 1, 'x')),
    { change: 'created' },
  )
  expect(shape(long).slice(198)).toEqual(['line', 'line', 'add 200-1000'])
})

test('parts are marked only where it is clear what became what', () => {
  expect([...changedParts([remove(1, 'let total = 1'), add(1, 'let total = 20')])]).toEqual([
    [0, [12, 13]],
    [1, [12, 14]],
  ])
  expect([...changedParts([remove(1, 'abc'), add(1, 'abd'), add(2, 'abe')])]).toEqual([])
  expect([...changedParts([remove(1, 'all'), add(1, 'different')])]).toEqual([])
})

test('nothing in a changed line or in its name is hidden', () => {
  const shown = markup(diff([add(1, 'if (admin\u202E) {\u200B')], { path: 'a\u2066.ts', change: 'created' }))
  expect(shown).toContain('<code>if (admin⟨U+202E⟩) {⟨U+200B⟩</code>')
  expect(shown).toContain('aria-label="Changes of a⟨U+2066⟩.ts"')
})

test('a character of two units that differs in one is marked whole', () => {
  const shown = markup(diff([remove(1, 'say 😀 now and then'), add(1, 'say 😁 now and then')]))
  expect(shown).toContain('<span>say </span><mark>😀</mark><span> now and then</span>')
  expect(shown).toContain('<span>say </span><mark>😁</mark><span> now and then</span>')
  expect([...changedParts([remove(1, 'see 𐀀 in this'), add(1, 'see 𐐀 in this')])]).toEqual([
    [0, [4, 6]],
    [1, [4, 6]],
  ])
})

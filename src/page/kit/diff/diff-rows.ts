import type { DiffLine, FileDiff } from '#contracts/views.ts'

/** Unchanged lines that stay around a change. */
const CONTEXT = 3
/** Fewer unchanged lines than this are shown rather than folded: the fold itself takes a row. */
const MIN_FOLD = 6
/** A longer run of added or removed lines shows its start until the person asks for all. */
const LONG_RUN = 200

/** One row of a shown diff: a line of it, or lines that stand folded (`from` inclusive, `to` exclusive). */
export type DiffRow =
  | { readonly kind: 'line'; readonly index: number; readonly line: DiffLine }
  | { readonly kind: 'fold'; readonly from: number; readonly to: number; readonly what: 'same' | 'add' | 'remove' }
  | { readonly kind: 'gap'; readonly index: number; readonly text: string }

/** The rows of `diff`, with long unchanged stretches folded unless their start is in `unfolded`. */
export function diffRows(diff: FileDiff, unfolded: ReadonlySet<string | number>): DiffRow[] {
  const { lines } = diff
  const rows: DiffRow[] = []
  const put = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const line = lines[index]
      if (line !== undefined) rows.push({ kind: 'line', index, line })
    }
  }
  for (let start = 0; start < lines.length;) {
    const kind = lines[start]?.kind ?? 'same'
    let end = start + 1
    while (end < lines.length && lines[end]?.kind === kind) end += 1
    const [from, to] = foldOf(kind, start, end, lines.length)
    if (kind === 'gap') {
      for (let index = start; index < end; index += 1) rows.push({ kind: 'gap', index, text: lines[index]?.text ?? '' })
    } else if (to - from < MIN_FOLD || unfolded.has(from)) {
      put(start, end)
    } else {
      put(start, from)
      rows.push({ kind: 'fold', from, to, what: kind })
      put(to, end)
    }
    start = end
  }
  return rows
}

/** What of the run `start`–`end` folds away; an empty range for nothing. */
function foldOf(kind: DiffLine['kind'], start: number, end: number, total: number): [number, number] {
  if (kind === 'same') return [start === 0 ? start : start + CONTEXT, end === total ? end : end - CONTEXT]
  return end - start > LONG_RUN + MIN_FOLD ? [start + LONG_RUN, end] : [start, start]
}

/** A side of the diff as one text, for its grammar: `at` is each shown line's offset in it. */
export function sideText(diff: FileDiff, side: 'before' | 'after'): { text: string; at: ReadonlyMap<number, number> } {
  const other = side === 'before' ? 'add' : 'remove'
  const at = new Map<number, number>()
  const parts: string[] = []
  let offset = 0
  for (const [index, line] of diff.lines.entries()) {
    if (line.kind === other || line.kind === 'gap') continue
    at.set(index, offset)
    parts.push(line.text)
    offset += line.text.length + 1
  }
  return { text: parts.join('\n'), at }
}

/**
 * For each line of a removed-then-added pair, the part that differs: `[from, to]` in characters. Lines that
 * share too little have none: marking nearly all of a line says nothing.
 */
export function changedParts(lines: readonly DiffLine[]): ReadonlyMap<number, readonly [number, number]> {
  const parts = new Map<number, readonly [number, number]>()
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.kind !== 'remove') continue
    let middle = start
    while (lines[middle]?.kind === 'remove') middle += 1
    let end = middle
    while (lines[end]?.kind === 'add') end += 1
    // Only where each line has one counterpart is it clear what became what.
    if (end - middle === middle - start) {
      for (let index = start; index < middle; index += 1) {
        const other = index + (middle - start)
        const pair = differing(lines[index]?.text ?? '', lines[other]?.text ?? '')
        if (pair !== null) parts.set(index, pair[0]).set(other, pair[1])
      }
    }
    start = end - 1
  }
  return parts
}

function differing(before: string, after: string): [[number, number], [number, number]] | null {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  // A character of two units is not torn apart.
  if (isHalf(before.charCodeAt(head - 1), 0xd800)) head -= 1
  if (isHalf(before.charCodeAt(before.length - tail), 0xdc00)) tail -= 1
  if ((head + tail) * 2 < Math.max(before.length, after.length)) return null
  return [
    [head, before.length - tail],
    [head, after.length - tail],
  ]
}

/** True for a unit of the 1,024 that begin at `first`: the first or the second halves of pairs. */
function isHalf(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400
}

import { diffArrays } from 'diff'
import { isBinary } from '#contracts/file-text.ts'
import {
  DIFF_MAX_BYTES,
  DIFF_MAX_EDITS,
  DIFF_MAX_LINES,
  READ_LINE_CHARS,
  REGION_CONTEXT_LINES,
} from '#contracts/limits.ts'
import type { DiffLine, FileDiff } from '#contracts/views.ts'
import { count } from './count.ts'
import { cutLine } from './cut-text.ts'

const NEWLINE = 0x0a
const NO_BYTES = new Uint8Array(0)

/**
 * The difference between two states of one file; null where there was, or is, no such file. Bounded by the
 * DIFF_ limits whatever the sizes: equal bytes at both ends are set aside first, so one changed line in a
 * file of 50 MB costs two passes over the bytes. `added` and `removed` count all lines, also the omitted.
 * A `gap` line stands for unchanged lines left out, or says that the last line has no line end.
 */
export function fileDiff(path: string, before: Uint8Array | null, after: Uint8Array | null): FileDiff {
  const diff = (rest: Partial<FileDiff>): FileDiff => ({
    path,
    change: changeOf(before, after),
    binary: false,
    added: 0,
    removed: 0,
    lines: [],
    omittedLines: 0,
    ...rest,
  })
  const old = before ?? NO_BYTES
  const now = after ?? NO_BYTES
  if (isBinary(old) || isBinary(now)) return diff({ binary: true })

  const { head, oldEnd, nowEnd } = changedPart(old, now)
  const oldPart = linesOf(old.subarray(head, oldEnd))
  const nowPart = linesOf(now.subarray(head, nowEnd))
  if (oldPart.length === 0 && nowPart.length === 0) return diff({})

  const lines = new DiffLines(countLineEnds(old, head), hasCrlf(old) !== hasCrlf(now))
  const above = linesOf(now.subarray(lineStartAbove(now, head, REGION_CONTEXT_LINES), head))
  lines.gap(lines.at.before - above.length - 1)
  lines.at.before -= above.length
  lines.at.after -= above.length
  for (const line of above) lines.same(line)
  for (const { kind, values } of compare(oldPart, nowPart)) {
    if (kind === 'same') lines.context(values)
    else for (const line of values) lines.change(kind, line)
  }
  const belowEnd = lineEndBelow(now, nowEnd, REGION_CONTEXT_LINES)
  for (const line of linesOf(now.subarray(nowEnd, belowEnd))) lines.same(line)
  lines.gap(linesIn(now.subarray(belowEnd)))
  return diff(lines.result())
}

/** Collects diff lines, counting both sides and keeping at most DIFF_MAX_LINES. */
class DiffLines {
  readonly at: { before: number; after: number }
  readonly #kept: DiffLine[] = []
  #added = 0
  #removed = 0
  #omitted = 0

  constructor(
    lineEndsAbove: number,
    /** Only where the kind of line end itself changed is it worth showing. */
    private readonly showsCr: boolean,
  ) {
    this.at = { before: lineEndsAbove + 1, after: lineEndsAbove + 1 }
  }

  same(line: string): void {
    this.#keep({ kind: 'same', before: this.at.before++, after: this.at.after++, text: this.#shown(line) })
  }

  change(kind: 'add' | 'remove', line: string): void {
    if (kind === 'add') {
      this.#added += 1
      this.#keep({ kind, before: null, after: this.at.after++, text: this.#shown(line) })
    } else {
      this.#removed += 1
      this.#keep({ kind, before: this.at.before++, after: null, text: this.#shown(line) })
    }
    if (!line.endsWith('\n'))
      this.#keep({ kind: 'gap', before: null, after: null, text: 'No newline at the end of the file' })
  }

  /** Unchanged lines between two changes: the middle of a long run is left out. */
  context(values: readonly string[]): void {
    const hidden = values.length - 2 * REGION_CONTEXT_LINES
    if (hidden <= 1) {
      for (const line of values) this.same(line)
      return
    }
    for (const line of values.slice(0, REGION_CONTEXT_LINES)) this.same(line)
    this.gap(hidden)
    this.at.before += hidden
    this.at.after += hidden
    for (const line of values.slice(-REGION_CONTEXT_LINES)) this.same(line)
  }

  gap(hidden: number): void {
    if (hidden > 0) this.#keep({ kind: 'gap', before: null, after: null, text: count(hidden, 'unchanged line') })
  }

  result(): Pick<FileDiff, 'added' | 'removed' | 'lines' | 'omittedLines'> {
    return { added: this.#added, removed: this.#removed, lines: this.#kept, omittedLines: this.#omitted }
  }

  #keep(line: DiffLine): void {
    if (this.#kept.length < DIFF_MAX_LINES) this.#kept.push(line)
    else if (line.kind !== 'gap') this.#omitted += 1
  }

  #shown(line: string): string {
    const text = line.replace(/\n$/, '')
    const shown = text.endsWith('\r') ? `${text.slice(0, -1)}${this.showsCr ? '␍' : ''}` : text
    return cutLine(shown, READ_LINE_CHARS)
  }
}

function compare(
  old: readonly string[],
  now: readonly string[],
): { kind: 'same' | 'add' | 'remove'; values: readonly string[] }[] {
  const small = sizeOf(old) + sizeOf(now) <= DIFF_MAX_BYTES
  // Numbers instead of lines: each pair of lines is compared many times.
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size
    numbers.set(line, known)
    return known
  }
  const changes = small
    ? diffArrays(old.map(numberOf), now.map(numberOf), { maxEditLength: DIFF_MAX_EDITS })
    : undefined
  if (!changes) {
    return [
      { kind: 'remove', values: old },
      { kind: 'add', values: now },
    ]
  }
  const lines = [...numbers.keys()]
  return changes.map((change) => ({
    kind: change.added ? 'add' : change.removed ? 'remove' : 'same',
    values: change.value.map((number) => lines[number] ?? ''),
  }))
}

function changeOf(before: Uint8Array | null, after: Uint8Array | null): FileDiff['change'] {
  if (before === null) return after === null ? 'unchanged' : 'created'
  if (after === null) return 'deleted'
  return equalBytes(before, after) ? 'unchanged' : 'modified'
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** The range that differs, widened to whole lines on both sides. A newline byte is never part of another UTF-8 character. */
function changedPart(old: Uint8Array, now: Uint8Array): { head: number; oldEnd: number; nowEnd: number } {
  const shorter = Math.min(old.length, now.length)
  let head = 0
  while (head < shorter && old[head] === now[head]) head += 1
  if (head === old.length && head === now.length) return { head, oldEnd: head, nowEnd: head }
  while (head > 0 && old[head - 1] !== NEWLINE) head -= 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  // The equal end must begin at a line start: give back the part of a line that it begins with.
  while (tail > 0 && old[old.length - tail - 1] !== NEWLINE) tail -= 1
  if (tail > 0 && now[now.length - tail - 1] !== NEWLINE && now.length > tail) {
    const next = old.indexOf(NEWLINE, old.length - tail)
    tail = next === -1 ? 0 : old.length - next - 1
  }
  return { head, oldEnd: old.length - tail, nowEnd: now.length - tail }
}

/** Lines with their line ends, so that a changed or missing one is a difference. */
function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function linesIn(bytes: Uint8Array): number {
  const ends = countLineEnds(bytes, bytes.length)
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE ? ends + 1 : ends
}

function countLineEnds(bytes: Uint8Array, end: number): number {
  let found = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < end; at = bytes.indexOf(NEWLINE, at + 1)) found += 1
  return found
}

function hasCrlf(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(NEWLINE)
  return at > 0 && bytes[at - 1] === 0x0d
}

function lineStartAbove(bytes: Uint8Array, from: number, lines: number): number {
  let at = from
  for (let line = 0; line < lines && at > 0; line++) {
    // A negative start would count from the end.
    at = at < 2 ? 0 : bytes.lastIndexOf(NEWLINE, at - 2) + 1
  }
  return at
}

function lineEndBelow(bytes: Uint8Array, from: number, lines: number): number {
  let at = from
  for (let line = 0; line < lines && at < bytes.length; line++) {
    const end = bytes.indexOf(NEWLINE, at)
    at = end === -1 ? bytes.length : end + 1
  }
  return at
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

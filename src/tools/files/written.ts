import { READ_LINE_CHARS, REGION_MAX_LINES } from '#contracts/limits.ts'
import type { ClientView, FileDiff, ModelContent } from '#contracts/views.ts'
import { count } from '../count.ts'
import { cutLine } from '../cut-text.ts'
import { fileDiff } from '../file-diff.ts'
import { shortPath } from '../workspace-path.ts'

/** What a write left behind, as both writing tools return it (spec RN8). `region` holds numbered lines. */
export interface Written {
  [key: string]: string | number | string[] | FileDiff
  path: string
  revision: string
  totalLines: number
  region: string[]
  diff: FileDiff
  notes: string[]
}

/** Describes a write from the bytes before and after: the diff, and the region as it now stands. */
export function written(path: string, before: Uint8Array | null, after: Uint8Array, revision: string): Written {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(after)
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const diff = fileDiff(path, before, after)
  const numbered = (line: number) => `${line}\t${cutLine((lines[line - 1] ?? '').replace(/\r$/, ''), READ_LINE_CHARS)}`
  // A small file is shown whole: nothing verifies a write better. A large one shows what changed, or its two ends.
  const shown =
    lines.length <= REGION_MAX_LINES || before === null ? lines.map((_, index) => index + 1) : linesOfDiff(diff)
  return {
    path,
    revision,
    totalLines: lines.length,
    region: withGaps(shown, numbered),
    diff,
    notes: lineEndNotes(before, text),
  }
}

/** The text for the model: what was done, what stands there now, what to check it by. */
export function writtenForModel(done: string, output: Written): ModelContent {
  const { diff, totalLines, revision } = output
  const changed = diff.change === 'unchanged' ? 'no change' : `+${diff.added} −${diff.removed} lines`
  const head = `${done} ${shortPath(output.path)}: ${changed}, ${count(totalLines, 'line')}, revision ${revision.slice(0, 12)}.`
  const now =
    totalLines === 0 ? ['The file is empty.'] : output.region.length === 0 ? [] : ['It now reads:', ...output.region]
  return [{ type: 'text', text: [head, ...output.notes, ...now].join('\n') }]
}

/** The diff, for the page. */
export function writtenForClient(output: Written): ClientView {
  const { diff } = output
  const summary = diff.change === 'unchanged' ? 'no change' : `+${diff.added} −${diff.removed}`
  return { kind: 'diff', summary, diff }
}

/** The lines that now stand in and around each change. */
function linesOfDiff(diff: FileDiff): number[] {
  return diff.lines.flatMap((line) => (line.after === null ? [] : [line.after]))
}

/** Numbered lines, an ellipsis where some are skipped, the middle left out above REGION_MAX_LINES. */
function withGaps(shown: readonly number[], numbered: (line: number) => string): string[] {
  const half = REGION_MAX_LINES / 2
  const kept = shown.length <= REGION_MAX_LINES ? shown : [...shown.slice(0, half), ...shown.slice(-half)]
  const region: string[] = []
  let last: number | undefined
  for (const line of kept) {
    if (last !== undefined && line !== last + 1) region.push('…')
    region.push(numbered(line))
    last = line
  }
  return region
}

/** A whole write may change the line ends without meaning to; the lines alone would not show it. */
function lineEndNotes(before: Uint8Array | null, text: string): string[] {
  if (before === null) return []
  const old = new TextDecoder('utf-8').decode(before)
  const was = old.includes('\r\n')
  const is = text.includes('\r\n')
  if (was === is || !old.includes('\n') || !text.includes('\n')) return []
  return [`Note: the line ends changed from ${was ? 'CRLF to LF' : 'LF to CRLF'}.`]
}

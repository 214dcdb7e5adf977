import { READ_LINE_CHARS } from '#contracts/limits.ts'
import type { GlobRequest, GrepMatch, GrepRequest } from '#contracts/ports/sandbox.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import { pacer } from '../../yield-turn.ts'
import { isBinary } from '../binary.ts'
import { lineMatcher } from '../line-matcher.ts'
import { globMatcher, includeMatcher } from '../path-matcher.ts'
import type { WorkspaceFiles } from './workspace-files.ts'

/** Of a long line, this much before the match is shown. */
const LEAD_CHARS = 200

/** Files whose path matches, sorted. Yields and looks at the signal while it goes. */
export async function globFiles(files: WorkspaceFiles, request: GlobRequest, signal: AbortSignal) {
  const matches = globMatcher(request.pattern)
  const pace = pacer()
  const paths: string[] = []
  let omitted = 0
  for (const file of files.filesBelow(request.path)) {
    await pace()
    signal.throwIfAborted()
    if (!matches(file.relative)) continue
    if (paths.length < request.limit) paths.push(file.path)
    else omitted += 1
  }
  return { paths, omitted }
}

/**
 * Lines that match, by path and line. Binary files are counted, not searched. A line counts once. Yields
 * between files and every few lines, so that an abort gets in.
 */
export async function grepFiles(
  files: WorkspaceFiles,
  request: GrepRequest,
  clock: Pick<Clock, 'ticks'>,
  signal: AbortSignal,
) {
  const find = lineMatcher(request, () => clock.ticks())
  const included = request.glob === null ? () => true : includeMatcher(request.glob)
  const pace = pacer()
  const matches: GrepMatch[] = []
  let omitted = 0
  let skippedBinary = 0
  for (const file of files.filesBelow(request.path)) {
    if (!included(file.relative)) continue
    if (isBinary(file.bytes)) {
      skippedBinary += 1
      continue
    }
    let line = 0
    for (const text of new TextDecoder().decode(file.bytes).split('\n')) {
      line += 1
      if (line % 64 === 1) {
        await pace()
        signal.throwIfAborted()
      }
      const at = find(text.endsWith('\r') ? text.slice(0, -1) : text)
      if (at === -1) continue
      if (matches.length < request.limit) matches.push({ path: file.path, line, text: excerpt(text, at) })
      else omitted += 1
    }
  }
  return { matches, omitted, skippedBinary }
}

function excerpt(line: string, at: number): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  if (text.length <= READ_LINE_CHARS) return text
  const from = Math.max(0, at - LEAD_CHARS)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + READ_LINE_CHARS)}…`
}

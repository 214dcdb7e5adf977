import { isBinary } from '#contracts/file-text.ts'
import { READ_LINE_CHARS } from '#contracts/limits.ts'
import type { GlobRequest, GrepMatch, GrepOutcome, GrepRequest } from '#contracts/ports/sandbox.ts'
import { pacer } from '../../yield-turn.ts'
import { lineMatcher, type LineMatcher } from '../line-matcher.ts'
import { globMatcher, includeMatcher } from '../path-matcher.ts'
import type { WorkspaceFiles } from './workspace-files.ts'

/** Of a long line, this much before the match is shown. */
const LEAD_CHARS = 200

/** Below these nobody looks for files by name: what they hold is a program's own. */
const UNCOUNTED = /(?:^|\/)\.git\//u

/** Files whose path matches, sorted, and how many more would if a wildcard stood for a leading dot. Yields and looks at the signal while it goes. */
export async function globFiles(files: WorkspaceFiles, request: GlobRequest, signal: AbortSignal) {
  const matches = globMatcher(request.pattern)
  const matchesHidden = globMatcher(request.pattern, { dots: true })
  const pace = pacer()
  const paths: string[] = []
  let omitted = 0
  let hidden = 0
  for (const file of files.filesBelow(request.path)) {
    await pace()
    signal.throwIfAborted()
    if (!matches(file.relative)) {
      if (!UNCOUNTED.test(file.relative) && matchesHidden(file.relative)) hidden += 1
      continue
    }
    if (paths.length < request.limit) paths.push(file.path)
    else omitted += 1
  }
  return { paths, omitted, hidden }
}

/**
 * Lines that match, by path and line. Binary files are counted, not searched; lines that are longer than
 * the pattern allows are searched up to there, and counted. A line counts once. Yields as it goes, so that
 * an abort gets in.
 */
export async function grepFiles(
  files: WorkspaceFiles,
  request: GrepRequest,
  signal: AbortSignal,
): Promise<GrepOutcome> {
  const matcher = await lineMatcher(request)
  const included = request.glob === null ? () => true : includeMatcher(request.glob)
  const pace = pacer()
  const matches: GrepMatch[] = []
  let omitted = 0
  let skippedBinary = 0
  let cutLines = 0
  for (const file of files.filesBelow(request.path)) {
    await pace()
    signal.throwIfAborted()
    if (!included(file.relative)) continue
    if (isBinary(file.bytes)) {
      skippedBinary += 1
      continue
    }
    let line = 0
    for (const whole of new TextDecoder().decode(file.bytes).split('\n')) {
      const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole
      line += 1
      // A long line may take its time; short ones need no look at the clock each.
      if (line % 64 === 1 || text.length > READ_LINE_CHARS) {
        await pace()
        signal.throwIfAborted()
      }
      if (text.length > matcher.lineChars) cutLines += 1
      if (!matcher.test(text)) continue
      if (matches.length < request.limit) matches.push({ path: file.path, line, text: excerpt(text, matcher) })
      else omitted += 1
    }
  }
  const cut = cutLines === 0 ? {} : { cut: { lines: cutLines, chars: matcher.lineChars } }
  return { matches, omitted, skippedBinary, ...cut }
}

function excerpt(line: string, matcher: LineMatcher): string {
  if (line.length <= READ_LINE_CHARS) return line
  const from = Math.max(0, matcher.find(line) - LEAD_CHARS)
  return `${from > 0 ? '…' : ''}${line.slice(from, from + READ_LINE_CHARS)}…`
}

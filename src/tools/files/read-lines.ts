import { READ_LINES, READ_LINE_CHARS, READ_MAX_CHARS } from '#contracts/limits.ts'
import { callText } from '../call-text.ts'
import { count } from '../count.ts'
import { headOf } from '../cut-text.ts'

/** A slice of a text file. `firstLine` counts from 1; `notes` say what was left out and how to get it. */
export interface ReadLines {
  [key: string]: number | string[]
  lines: string[]
  firstLine: number
  totalLines: number
  notes: string[]
}

/** A range as `read_file` takes it: a negative `offset` counts from the end, 0 is taken as 1. */
export interface LineRange {
  offset?: number | undefined
  limit?: number | undefined
}

/**
 * Reads a range of lines, bounded at the source: READ_LINES lines, READ_LINE_CHARS a line, READ_MAX_CHARS
 * in all. Line ends and a byte order mark are not part of the lines; `notes` name both.
 */
export function readLines(bytes: Uint8Array, path: string, range: LineRange): ReadLines {
  const text = new TextDecoder('utf-8').decode(bytes)
  const all = splitLines(text)
  const totalLines = all.length
  const offset = range.offset ?? 1
  const firstLine = offset < 0 ? Math.max(1, totalLines + offset + 1) : Math.max(1, offset)
  if (firstLine > totalLines) {
    const notes =
      totalLines === 0 ? [] : [`${path} has ${count(totalLines, 'line')}; line ${firstLine} is past its end.`]
    return { lines: [], firstLine, totalLines, notes }
  }

  const wanted = all.slice(firstLine - 1, firstLine - 1 + (range.limit ?? READ_LINES))
  const lines: string[] = []
  let chars = 0
  let firstCut: number | null = null
  for (const line of wanted) {
    const shown = headOf(line, READ_LINE_CHARS)
    // The first line always fits: READ_LINE_CHARS is far below READ_MAX_CHARS.
    if (chars + shown.length > READ_MAX_CHARS) break
    chars += shown.length
    if (shown.length < line.length) {
      firstCut ??= firstLine + lines.length
      lines.push(`${shown}… [${count(line.length - shown.length, 'more character')}]`)
    } else lines.push(shown)
  }

  const lastLine = firstLine + lines.length - 1
  const notes: string[] = []
  if (lastLine < totalLines) {
    const next = callText('read_file', { path, offset: lastLine + 1 })
    notes.push(`Lines ${firstLine}–${lastLine} of ${totalLines}. To go on: ${next}`)
  } else if (firstLine > 1) notes.push(`Lines ${firstLine}–${lastLine} of ${totalLines}, to the end.`)
  if (firstCut !== null) {
    const command = `sed -n ${firstCut}p '${path.replaceAll("'", `'\\''`)}' | cut -c ${READ_LINE_CHARS + 1}-${2 * READ_LINE_CHARS}`
    notes.push(`Long lines are cut. For more of line ${firstCut}: ${callText('execute', { command })}`)
  }
  notes.push(...formNotes(bytes, text, lastLine === totalLines))
  return { lines, firstLine, totalLines, notes }
}

/** What cannot be seen in the lines but matters for an edit. */
function formNotes(bytes: Uint8Array, text: string, reachesEnd: boolean): string[] {
  const notes: string[] = []
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    notes.push('The file begins with a byte order mark (UTF-8).')
  const ends = text.match(/\r?\n/g) ?? []
  const crlf = ends.filter((end) => end === '\r\n').length
  if (crlf > 0) {
    notes.push(
      crlf === ends.length
        ? 'Its line ends are CRLF; edit_file keeps them.'
        : `Its line ends are mixed: ${crlf} CRLF, ${ends.length - crlf} LF.`,
    )
  }
  if (text.includes('\ufffd') && !isUtf8(bytes))
    notes.push('Some of its bytes are not UTF-8; they are shown as \ufffd.')
  if (reachesEnd && text !== '' && !text.endsWith('\n')) notes.push('The last line has no line end.')
  return notes
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Lines without their line ends. A line end at the very end of the text begins no further line. */
function splitLines(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

import { fail } from '#contracts/failure.ts'
import type { EditOutcome, EditRequest } from '#contracts/ports/sandbox.ts'
import { textOf } from './binary.ts'
import { closestRegion } from './closest-region.ts'
import { revisionOf } from './revision.ts'

/** Line numbers named where `oldText` is ambiguous. */
const LINES_NAMED = 10

/**
 * Applies one literal replacement to a file's bytes. `$&` and the like have no meaning. In a file whose
 * lines all end with CRLF, a request written with LF matches, and what it inserts gets CRLF.
 * @throws FailureError `changed-since-read`, `binary`, `invalid`, `no-match` (detail: the closest text, its
 * line and what differs), `ambiguous-match` (detail: the lines)
 */
export function applyEdit(path: string, before: Uint8Array, request: EditRequest): EditOutcome {
  if (request.expect !== undefined && request.expect !== revisionOf(before)) throw changedSinceRead(path)
  const text = textOf(before)
  if (text === null) {
    throw fail(
      'execution',
      'binary',
      `${path} is not UTF-8 text, so it cannot be edited by text. Write the whole file instead.`,
    )
  }
  if (request.oldText === '') {
    throw fail(
      'execution',
      'invalid',
      'The text to replace is empty. Copy the lines to change from the file, or write the whole file.',
    )
  }
  const [oldText, newText] = withLineEnds(text, request)
  const found = positions(text, oldText)
  if (found.length === 0) throw noMatch(path, text, oldText)
  if (found.length > 1 && !request.all) throw ambiguous(path, text, found)
  const after = new TextEncoder().encode(splice(text, found, oldText.length, newText))
  return { revision: revisionOf(after), before, after, replacements: found.length }
}

/** The failure for a file that is not what the caller last saw. */
export function changedSinceRead(path: string) {
  return fail(
    'execution',
    'changed-since-read',
    `${path} has changed since it was read. Read it again, then repeat the change on what it says now.`,
  )
}

/** Both texts with the line ends of the file, where the file has only one kind and the request the other. */
function withLineEnds(text: string, { oldText, newText }: EditRequest): [string, string] {
  if (text.includes(oldText) && !onlyCrlf(text)) return [oldText, newText]
  if (onlyCrlf(text)) return [toCrlf(oldText), toCrlf(newText)]
  // The other way round: the request was copied from somewhere with CRLF, the file has none.
  if (!text.includes('\r') && oldText.includes('\r\n')) return [toLf(oldText), toLf(newText)]
  return [oldText, newText]
}

function onlyCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

function toCrlf(text: string): string {
  return toLf(text).replaceAll('\n', '\r\n')
}

/** Where `part` starts in `text`, without overlaps. */
function positions(text: string, part: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at)
  return found
}

function splice(text: string, found: readonly number[], length: number, inserted: string): string {
  const pieces: string[] = []
  let from = 0
  for (const at of found) {
    pieces.push(text.slice(from, at), inserted)
    from = at + length
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}

function noMatch(path: string, text: string, oldText: string) {
  const near = closestRegion(text, oldText)
  if (near === null) {
    return fail(
      'execution',
      'no-match',
      `The text to replace is not in ${path}, nor anything like it. Read the file and copy the text from it.`,
    )
  }
  return fail(
    'execution',
    'no-match',
    `The text to replace is not in ${path}. The closest is at line ${near.line} and differs ${near.why}. Copy it exactly as it stands there.`,
    { detail: { closest: near.text, line: near.line, why: near.why } },
  )
}

function ambiguous(path: string, text: string, found: readonly number[]) {
  const lines = found.slice(0, LINES_NAMED).map((at) => text.slice(0, at).split('\n').length)
  return fail(
    'execution',
    'ambiguous-match',
    `The text to replace is in ${path} ${found.length} times (lines ${lines.join(', ')}${found.length > lines.length ? ', …' : ''}). Give more of the lines around the one that is meant, or replace all.`,
    { detail: { count: found.length, lines } },
  )
}

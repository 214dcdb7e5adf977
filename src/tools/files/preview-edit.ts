import { fail } from '#contracts/failure.ts'
import type { EditRequest, FileContent } from '#contracts/ports/sandbox.ts'
import { count } from '../count.ts'
import { isBinary } from '../file-bytes.ts'
import { shortPath } from '../workspace-path.ts'
import { changedSinceRead } from './explain-failure.ts'

/**
 * What `Sandbox.edit` would make of a file, without writing: for the diff of an approval. Throws the kind
 * of `FailureError` that the edit would fail with (`changed-since-read`, `binary`, `no-match`, `ambiguous-match`).
 */
export function previewEdit(path: string, current: FileContent, request: EditRequest): Uint8Array {
  if (request.expect !== undefined && request.expect !== current.revision) throw changedSinceRead(path)
  const refuse = (kind: 'binary' | 'no-match' | 'ambiguous-match', why: string) =>
    fail('execution', kind, `The edit of ${shortPath(path)} will fail: ${why}`)

  const text = textOf(current.bytes)
  if (text === null) throw refuse('binary', 'the file is not UTF-8 text.')
  const { oldText, newText } = inLineEndsOf(text, request)
  const pieces = text.split(oldText)
  const found = pieces.length - 1
  if (found === 0) throw refuse('no-match', 'the text to replace is not in it.')
  if (found > 1 && !request.all)
    throw refuse('ambiguous-match', `the text to replace is in it ${count(found, 'time')}.`)
  // Joined and not replaced: `$&` and the like stay what they are.
  return new TextEncoder().encode(pieces.join(newText))
}

function textOf(bytes: Uint8Array): string | null {
  if (isBinary(bytes)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A file keeps its kind of line end, whichever the request was written with. */
function inLineEndsOf(text: string, { oldText, newText }: EditRequest): { oldText: string; newText: string } {
  const toLf = (part: string) => part.replaceAll('\r\n', '\n')
  const crlfOnly = text.includes('\r\n') && !/(^|[^\r])\n/.test(text)
  if (crlfOnly)
    return { oldText: toLf(oldText).replaceAll('\n', '\r\n'), newText: toLf(newText).replaceAll('\n', '\r\n') }
  if (!text.includes('\r') && oldText.includes('\r\n')) return { oldText: toLf(oldText), newText: toLf(newText) }
  return { oldText, newText }
}

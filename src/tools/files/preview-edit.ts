import { fail } from '#contracts/failure.ts'
import { literalEdit } from '#contracts/literal-edit.ts'
import type { EditRequest, FileContent } from '#contracts/ports/sandbox.ts'
import { refuseStale } from '#contracts/refuse-stale.ts'
import { count } from '../count.ts'
import { shortPath } from '../workspace-path.ts'

/**
 * What `Sandbox.edit` would make of a file, by the same rules and without writing: for the diff of an
 * approval. Throws the kind of `FailureError` that the edit would fail with (`changed-since-read`, `binary`,
 * `no-match`, `ambiguous-match`).
 */
export function previewEdit(path: string, current: FileContent, request: EditRequest): Uint8Array {
  refuseStale(shortPath(path), request, () => current.revision)
  const refuse = (kind: 'binary' | 'no-match' | 'ambiguous-match', why: string) =>
    fail('execution', kind, `The edit of ${shortPath(path)} will fail: ${why}`)

  const edit = literalEdit(current.bytes, request)
  switch (edit.kind) {
    case 'edited':
      return edit.after
    case 'binary':
      throw refuse('binary', 'the file is not UTF-8 text.')
    case 'no-match':
      throw refuse('no-match', 'the text to replace is not in it.')
    case 'ambiguous-match':
      throw refuse('ambiguous-match', `the text to replace is in it ${count(edit.at.length, 'time')}.`)
  }
}

import { fail } from '#contracts/failure.ts'
import { literalEdit } from '#contracts/literal-edit.ts'
import type { EditOutcome, EditRequest } from '#contracts/ports/sandbox.ts'
import { refuseStale } from '#contracts/refuse-stale.ts'
import { closestRegion } from './closest-region.ts'
import { revisionOf } from './revision.ts'

/** Line numbers named where `oldText` is ambiguous. */
const LINES_NAMED = 10

/**
 * Applies one literal replacement to a file's bytes.
 * @throws FailureError `changed-since-read`, `binary`, `invalid`, `no-match` (detail: the closest text, its
 * line and what differs), `ambiguous-match` (detail: the lines)
 */
export function applyEdit(path: string, before: Uint8Array, request: EditRequest): EditOutcome {
  refuseStale(path, request, () => revisionOf(before))
  if (request.oldText === '') {
    throw fail(
      'execution',
      'invalid',
      'The text to replace is empty. Copy the lines to change from the file, or write the whole file.',
    )
  }
  const edit = literalEdit(before, request)
  switch (edit.kind) {
    case 'edited':
      return { revision: revisionOf(edit.after), before, after: edit.after, replacements: edit.replacements }
    case 'binary':
      throw fail(
        'execution',
        'binary',
        `${path} is not UTF-8 text, so it cannot be edited by text. Write the whole file instead.`,
      )
    case 'no-match':
      throw noMatch(path, edit.text, edit.oldText)
    case 'ambiguous-match':
      throw ambiguous(path, edit.text, edit.at)
  }
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

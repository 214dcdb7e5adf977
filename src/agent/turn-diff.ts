import type { Snapshot } from '#contracts/ports/sandbox.ts'
import type { FileDiff } from '#contracts/views.ts'
import { sameBytes } from '#tools/file-bytes.ts'
import { fileDiff } from '#tools/file-diff.ts'

/** More changed files than this are counted, not shown: a diff is for reading. */
const MAX_FILES = 200

/**
 * What differs between two states of a workspace, by path, and how many files past MAX_FILES differ too. Equal byte
 * arrays are skipped without reading them.
 */
export function turnDiff(before: Snapshot, after: Snapshot): { files: FileDiff[]; omitted: number } {
  const paths = [...new Set([...before.paths(), ...after.paths()])].toSorted()
  const files: FileDiff[] = []
  let omitted = 0
  for (const path of paths) {
    const old = before.read(path)
    const now = after.read(path)
    if (old === now || (old !== undefined && now !== undefined && sameBytes(old, now))) continue
    if (files.length < MAX_FILES) files.push(fileDiff(path, old ?? null, now ?? null))
    else omitted += 1
  }
  return { files, omitted }
}

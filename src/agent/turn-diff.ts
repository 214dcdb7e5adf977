import type { Snapshot } from '#contracts/ports/sandbox.ts'
import type { FileDiff } from '#contracts/views.ts'
import { fileDiff } from '#tools/file-diff.ts'

/** More changed files than this are counted, not shown: a diff is for reading. */
const MAX_FILES = 200

/** What differs between two states of a workspace, by path. Equal byte arrays are skipped without reading them. */
export function turnDiff(before: Snapshot, after: Snapshot): FileDiff[] {
  const paths = [...new Set([...before.paths(), ...after.paths()])].toSorted()
  const diffs: FileDiff[] = []
  for (const path of paths) {
    const old = before.read(path)
    const now = after.read(path)
    if (old === now || (old !== undefined && now !== undefined && sameBytes(old, now))) continue
    diffs.push(fileDiff(path, old ?? null, now ?? null))
    if (diffs.length >= MAX_FILES) break
  }
  return diffs
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

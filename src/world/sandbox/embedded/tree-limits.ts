import { WORKSPACE_FILE_MAX_BYTES, WORKSPACE_MAX_BYTES, WORKSPACE_MAX_FILES } from '#contracts/limits.ts'
import { FsError } from './tree-nodes.ts'

/** The bounds of one tree. Scratch space (`/tmp` and the like) counts like the workspace: it is the same memory. */
export interface TreeLimits {
  readonly fileBytes: number
  readonly totalBytes: number
  readonly files: number
}

export const TREE_LIMITS: TreeLimits = {
  fileBytes: WORKSPACE_FILE_MAX_BYTES,
  totalBytes: WORKSPACE_MAX_BYTES,
  files: WORKSPACE_MAX_FILES,
}

/** Counts bytes and entries and refuses what would pass a bound, before anything is changed. */
export class TreeUsage {
  bytes = 0
  entries = 0
  constructor(readonly limits: TreeLimits) {}

  /** Throws `EFBIG` or `ENOSPC` where a file of `after` bytes in place of `before` does not fit. */
  change(path: string, before: number, after: number): void {
    if (after > this.limits.fileBytes) throw new FsError('EFBIG', path, 'write')
    if (after > before && this.bytes - before + after > this.limits.totalBytes)
      throw new FsError('ENOSPC', path, 'write')
    this.bytes += after - before
  }

  /** Throws `ENOSPC` where one more file, directory or link is too many, or the `bytes` that it holds are. */
  add(path: string, bytes: number): void {
    if (this.entries + 1 > this.limits.files) throw new FsError('ENOSPC', path, 'create')
    this.change(path, 0, bytes)
    this.entries += 1
  }

  remove(bytes: number): void {
    this.bytes -= bytes
    this.entries -= 1
  }
}

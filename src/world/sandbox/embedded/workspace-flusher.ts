import { toFailure, type Failure } from '#contracts/failure.ts'
import { WORKSPACE_FLUSH_MS } from '#contracts/limits.ts'
import { WORKSPACE_ROOT, type FileChange } from '#contracts/ports/sandbox.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { StoredFile, WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { isInWorkspace } from '../workspace-path.ts'
import type { FileTree } from './file-tree.ts'
import type { TreeNode } from './tree-nodes.ts'

/** After a failed save the next try waits longer, up to this: a full disk is not made emptier by asking. */
const RETRY_MAX_MS = 30_000

/**
 * Writes changed files to storage in batches. Memory stays the truth: what a failed save held stays marked as
 * changed, and is tried again with the next change or after a growing wait. A save that nobody waits for reports
 * its failure.
 */
export class WorkspaceFlusher {
  private dirty = new Set<string>()
  private cancel: (() => void) | null = null
  private saving: Promise<Failure | null> = Promise.resolve(null)
  private failures = 0
  private closed = false

  constructor(
    private readonly workspaceId: string,
    private readonly store: Pick<WorkspaceStore, 'save'>,
    private readonly tree: FileTree,
    private readonly clock: Pick<Clock, 'after'>,
    private readonly onFailure: (failure: Failure) => void,
  ) {}

  /**
   * Marks a path as changed, and with what was created or deleted its directory, whose time went with it; paths
   * outside the workspace are not kept.
   */
  add(path: string, kind: FileChange['kind']): void {
    if (!this.isKept(path) || this.closed) return
    this.dirty.add(path)
    const parent = path.slice(0, path.lastIndexOf('/'))
    if (kind !== 'modified' && this.isKept(parent)) this.dirty.add(parent)
    this.saveLater()
  }

  /**
   * Saves what is marked, after any save under way. Resolves with null once everything added before is durable, or
   * with the failure, which is then the caller's to tell. Never rejects.
   */
  flush(): Promise<Failure | null> {
    this.cancel?.()
    this.cancel = null
    // What a save under way fails to store is marked again by then, so that this one holds it too.
    this.saving = this.saving.then(() => this.save())
    return this.saving
  }

  /** Saves until nothing is marked any more, what is added meanwhile too, or a save fails. From then on nothing is taken. */
  async close(): Promise<void> {
    while ((await this.flushOrReport()) && this.dirty.size > 0);
    this.closed = true
    this.cancel?.()
  }

  private isKept(path: string): boolean {
    return isInWorkspace(path) && path !== WORKSPACE_ROOT
  }

  private saveLater(): void {
    this.cancel ??= this.clock.after(this.delay(), () => void this.flushOrReport())
  }

  /** Resolves with whether all was stored. */
  private async flushOrReport(): Promise<boolean> {
    const failure = await this.flush()
    if (failure !== null) this.onFailure(failure)
    return failure === null
  }

  private async save(): Promise<Failure | null> {
    if (this.dirty.size === 0) return null
    const batch = this.dirty
    this.dirty = new Set()
    try {
      const put: StoredFile[] = []
      const remove: string[] = []
      for (const path of batch) {
        const node = nodeAt(this.tree, path)
        if (node === undefined) remove.push(path)
        else put.push(stored(path, node))
      }
      await this.store.save(this.workspaceId, put, remove)
      this.failures = 0
      return null
    } catch (error) {
      this.failures += 1
      for (const path of batch) this.dirty.add(path)
      if (!this.closed) this.saveLater()
      return toFailure(error, 'storage')
    }
  }

  private delay(): number {
    return Math.min(RETRY_MAX_MS, WORKSPACE_FLUSH_MS * 2 ** this.failures)
  }
}

/** Fills a tree from storage. Records that no longer fit (a path outside, no place for it) are skipped and counted. */
export function loadFiles(tree: FileTree, files: readonly StoredFile[]): number {
  let skipped = 0
  const loaded: StoredFile[] = []
  // Directories first, parents before children, so that none is made by what lies in it.
  const ordered = files.toSorted((a, b) => Number(b.directory) - Number(a.directory) || (a.path < b.path ? -1 : 1))
  for (const file of ordered) {
    try {
      if (!isInWorkspace(file.path)) throw new Error('outside')
      const parent = file.path.slice(0, file.path.lastIndexOf('/'))
      if (file.directory) tree.makeDirectory(file.path, true, file.mode)
      else {
        tree.makeDirectory(parent, true)
        if (file.link === null) tree.write(file.path, file.bytes, file.mode, file.modifiedAt)
        else tree.link(file.link, file.path)
      }
      loaded.push(file)
    } catch {
      skipped += 1
    }
  }
  // At the end, because each file that is put into a directory changes that one's time.
  for (const { path, mode, modifiedAt } of loaded) tree.restore(path, mode, modifiedAt)
  return skipped
}

function nodeAt(tree: FileTree, path: string): TreeNode | undefined {
  try {
    const place = tree.place(path, false)
    // A parent that became a link leads elsewhere: what was stored under this path is gone.
    return place.path === path ? place.node : undefined
  } catch {
    return undefined
  }
}

function stored(path: string, node: TreeNode): StoredFile {
  return {
    path,
    // An array with room for appends would be stored with that room: copy just the bytes.
    bytes: node.kind !== 'file' ? new Uint8Array(0) : node.room === null ? node.bytes : node.bytes.slice(),
    mode: node.mode,
    modifiedAt: node.modifiedAt,
    link: node.kind === 'link' ? node.target : null,
    directory: node.kind === 'directory',
  }
}

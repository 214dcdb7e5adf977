import { fail, FailureError } from '#contracts/failure.ts'
import {
  WORKSPACE_ROOT,
  type EditOutcome,
  type EditRequest,
  type FileContent,
  type WriteOptions,
} from '#contracts/ports/sandbox.ts'
import { refuseStale } from '#contracts/refuse-stale.ts'
import type { FileEntry } from '#contracts/views.ts'
import { applyEdit } from '../apply-edit.ts'
import { revisionOf } from '../revision.ts'
import { isInWorkspace, leaves, shown, workspacePath } from '../workspace-path.ts'
import { visit, type FileTree } from './file-tree.ts'
import { FsError, type TreeNode } from './tree-nodes.ts'
import { join, type Place } from './tree-walk.ts'

/** Names offered where a path was not found. */
const CLOSEST_NAMES = 5

/** The workspace half of the sandbox port, over a tree. Synchronous; throws `FailureError` only. */
export class WorkspaceFiles {
  constructor(private readonly tree: FileTree) {}

  list(path: string, { depth, limit }: { depth: number; limit: number }): { entries: FileEntry[]; omitted: number } {
    const place = this.existing(path)
    if (place.node.kind !== 'directory')
      throw fail('execution', 'not-a-directory', `${shown(path)} is a file. Read it, or list its directory.`)
    const entries: FileEntry[] = []
    let omitted = 0
    const add = (directory: string, node: TreeNode, level: number): void => {
      if (node.kind !== 'directory') return
      for (const name of [...node.entries.keys()].toSorted()) {
        const child = node.entries.get(name)
        if (child === undefined) continue
        if (entries.length < limit) entries.push(entryOf(join(directory, name), child))
        else omitted += 1
        if (level < depth) add(join(directory, name), child, level + 1)
      }
    }
    add(place.path, place.node, 1)
    return { entries, omitted }
  }

  /** What a path leads to, or null. A link is reported as what it leads to; a broken one as itself. */
  stat(path: string): FileEntry | null {
    const place = this.place(path)
    if (place?.node !== undefined) return entryOf(place.path, place.node)
    const itself = this.find(path, () => this.tree.place(workspacePath(path), false))
    return itself?.node === undefined ? null : entryOf(itself.path, itself.node)
  }

  read(path: string): FileContent {
    const place = this.existing(path)
    if (place.node.kind !== 'file') throw notAFile(path)
    return { path: place.path, bytes: place.node.bytes, revision: revisionOf(place.node.bytes) }
  }

  /** Through a link to what it leads to, which is made where it is missing, with the directories above it. */
  write(path: string, bytes: Uint8Array, options: WriteOptions): { revision: string; before: Uint8Array | null } {
    const place = this.place(path)
    if (place?.node?.kind === 'directory') throw notAFile(path)
    const before = place?.node?.kind === 'file' ? place.node.bytes : null
    refuseStale(shown(path), options, before === null ? null : () => revisionOf(before))
    // The caller keeps its array: a copy is what makes ours unchangeable.
    const own = bytes.slice()
    this.run(path, () => {
      const target = place?.path ?? this.inside(path, this.tree.wouldBe(workspacePath(path)))
      this.tree.makeDirectory(target.slice(0, target.lastIndexOf('/')) || '/', true)
      this.tree.write(target, own)
    })
    return { revision: revisionOf(own), before }
  }

  edit(path: string, request: EditRequest): EditOutcome {
    const file = this.read(path)
    const outcome = applyEdit(shown(path), file.bytes, request)
    this.run(path, () => this.tree.write(file.path, outcome.after))
    return outcome
  }

  /** Removes a file, a directory with all in it, or a link itself. The root stays; what is in it goes. */
  remove(path: string): void {
    const absolute = workspacePath(path)
    const place = this.find(path, () => this.tree.place(absolute, false))
    if (place === undefined || place.node === undefined) throw this.notFound(path)
    if (!isInWorkspace(place.path)) throw leaves(path)
    this.run(path, () => this.tree.remove(absolute, true))
  }

  /** Every file below a path with its path relative to it, in order. A file is its own only entry. */
  filesBelow(path: string): { path: string; relative: string; bytes: Uint8Array }[] {
    const start = this.existing(path)
    const files: { path: string; relative: string; bytes: Uint8Array }[] = []
    visit(start.node, start.path, (at, node) => {
      const file = node.kind === 'link' ? this.behindLink(at) : node
      if (file?.kind !== 'file') return
      const relative = at === start.path ? at.slice(at.lastIndexOf('/') + 1) : at.slice(start.path.length + 1)
      files.push({ path: at, relative, bytes: file.bytes })
    })
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  /**
   * Where a path leads inside the workspace, links followed. `node` is undefined where there is nothing; the whole
   * where a directory on the way is missing, and then it would not lead outside either.
   */
  private place(path: string): Place | undefined {
    const absolute = workspacePath(path)
    const place = this.find(path, () => this.tree.place(absolute))
    const target = place?.path ?? this.find(path, () => this.tree.wouldBe(absolute))
    if (target !== undefined) this.inside(path, target)
    return place
  }

  /** @throws FailureError `outside-workspace` unless what the path leads to is in the workspace */
  private inside(path: string, target: string): string {
    if (!isInWorkspace(target)) throw leaves(path)
    return target
  }

  private existing(path: string): Place & { node: TreeNode } {
    const place = this.place(path)
    if (place?.node === undefined) throw this.notFound(path)
    return { ...place, node: place.node }
  }

  private behindLink(path: string): TreeNode | undefined {
    try {
      const place = this.tree.place(path)
      return isInWorkspace(place.path) ? place.node : undefined
    } catch {
      return undefined
    }
  }

  private notFound(path: string): FailureError {
    const link = this.find(path, () => this.tree.place(workspacePath(path), false))?.node
    if (link?.kind === 'link')
      return fail(
        'execution',
        'not-found',
        `${shown(path)} is a link to ${shown(link.target)}, where there is nothing. Write the file, or remove the link.`,
      )
    const closest = closestNames(this.tree, workspacePath(path))
    const hint =
      closest.length === 0 ? 'List the directory to see what there is.' : `Did you mean ${closest.join(' or ')}?`
    return fail('execution', 'not-found', `There is no ${shown(path)}. ${hint}`, { detail: { closest } })
  }

  /** Looks something up; undefined where a part of the way does not exist. */
  private find<T>(path: string, lookUp: () => T): T | undefined {
    try {
      return lookUp()
    } catch (error) {
      if (error instanceof FsError && error.code === 'ENOENT') return undefined
      throw error instanceof FsError ? asFailure(error, path) : error
    }
  }

  /** Runs a change of the tree: whatever keeps it from happening is a failure. */
  private run<T>(path: string, change: () => T): T {
    try {
      return change()
    } catch (error) {
      throw error instanceof FsError ? asFailure(error, path) : error
    }
  }
}

function entryOf(path: string, node: TreeNode): FileEntry {
  return { path, kind: node.kind, size: node.kind === 'file' ? node.bytes.byteLength : 0, modifiedAt: node.modifiedAt }
}

function notAFile(path: string): FailureError {
  return fail('execution', 'not-a-file', `${shown(path)} is a directory. List it, or name a file in it.`)
}

function asFailure(error: FsError, path: string): FailureError {
  switch (error.code) {
    case 'ENOENT':
      return fail(
        'execution',
        'not-found',
        `${shown(path)} leads through a directory that does not exist, and up from it again. Use the path that is meant.`,
      )
    case 'ENOTDIR':
      return fail(
        'execution',
        'not-a-directory',
        `A part of ${shown(path)} is a file, not a directory. Choose another path.`,
      )
    case 'EISDIR':
      return notAFile(path)
    case 'EFBIG':
      return fail(
        'execution',
        'too-large',
        `${shown(path)} would be larger than the workspace allows for one file. Split it.`,
      )
    case 'ENOSPC':
      return fail(
        'execution',
        'too-large',
        `The workspace is full, so ${shown(path)} was not written. Remove files that are not needed.`,
      )
    case 'ELOOP':
      return fail(
        'execution',
        'outside-workspace',
        `${shown(path)} is a link that leads in a circle. Remove the link, or use another path.`,
      )
    default:
      return fail('execution', 'invalid', `${shown(path)} cannot be used: ${error.message}. Choose another path.`)
  }
}

/** Paths that were probably meant: same name in other letters or Unicode form, or elsewhere in the workspace. */
function closestNames(tree: FileTree, wanted: string): string[] {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase()
  const name = fold(wanted.slice(wanted.lastIndexOf('/') + 1))
  const stem = name.replace(/\.[^.]*$/u, '')
  const found: { path: string; rank: number }[] = []
  visit(tree.node(WORKSPACE_ROOT), WORKSPACE_ROOT, (path, node) => {
    if (node.kind === 'directory' && path !== wanted && fold(path) !== fold(wanted)) return
    const other = fold(path.slice(path.lastIndexOf('/') + 1))
    if (fold(path) === fold(wanted)) found.push({ path, rank: 0 })
    else if (other === name) found.push({ path, rank: 1 })
    else if (stem.length > 2 && other.replace(/\.[^.]*$/u, '') === stem) found.push({ path, rank: 2 })
    else if (name.length > 3 && (other.includes(name) || (other.length > 3 && name.includes(other))))
      found.push({ path, rank: 3 })
  })
  return found
    .toSorted((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, CLOSEST_NAMES)
    .map((entry) => entry.path)
}

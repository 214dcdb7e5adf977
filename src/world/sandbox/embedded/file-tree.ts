import { WORKSPACE_ROOT, type FileChange } from '#contracts/ports/sandbox.ts'
import { TREE_LIMITS, TreeUsage, type TreeLimits } from './tree-limits.ts'
import {
  FsError,
  newDirectory,
  weightOf,
  type DirectoryNode,
  type FileNode,
  type LinkNode,
  type TreeNode,
} from './tree-nodes.ts'
import { join, MAX_PATH, walk, wouldBe, type Place } from './tree-walk.ts'

/** Told of every change right after it was made. `path` is free of links. */
export type ChangeListener = (path: string, kind: FileChange['kind']) => void

/**
 * All files of one sandbox, in memory: the workspace and the shell's scratch space beside it. It is the one
 * source of truth; storage and shell threads follow it. All paths are absolute. Every method is
 * synchronous, so that no change is ever half visible, and throws `FsError`.
 */
export class FileTree {
  readonly root: DirectoryNode
  /** What is held, and the bounds of it. */
  readonly usage: Readonly<Pick<TreeUsage, 'bytes' | 'entries' | 'limits'>>

  private readonly counted: TreeUsage

  constructor(
    private readonly now: () => number,
    private readonly changed: ChangeListener,
    limits: TreeLimits = TREE_LIMITS,
  ) {
    this.root = newDirectory(now())
    this.counted = new TreeUsage(limits)
    this.usage = this.counted
  }

  /** Where a path leads; see `walk`. */
  place(path: string, followLast = true): Place {
    return walk(this.root, path, followLast)
  }

  /** Where a file at this path would be written, the directories on the way made; see `wouldBe`. */
  wouldBe(path: string): string {
    return wouldBe(this.root, path)
  }

  /** What stands at a path. @throws FsError ENOENT */
  node(path: string, followLast = true): TreeNode {
    const { node } = this.place(path, followLast)
    if (node === undefined) throw new FsError('ENOENT', path, 'stat')
    return node
  }

  /** The bytes of a file, not a copy: they must not be written to. */
  read(path: string): FileNode {
    const node = this.node(path)
    if (node.kind === 'directory') throw new FsError('EISDIR', path, 'read')
    if (node.kind === 'link') throw new FsError('ENOENT', path, 'open')
    return node
  }

  directory(path: string): DirectoryNode {
    const node = this.node(path)
    if (node.kind !== 'directory') throw new FsError('ENOTDIR', path, 'scandir')
    return node
  }

  /** Sets a file's bytes and takes them over: the caller must not write to them again. The directory must exist. */
  write(path: string, bytes: Uint8Array, mode?: number, modifiedAt = this.now()): void {
    const place = this.place(path)
    const file = this.fileFor(place, path, bytes.byteLength)
    file.bytes = bytes
    file.room = null
    file.modifiedAt = modifiedAt
    if (mode !== undefined) file.mode = mode
    this.changed(place.path, place.node === undefined ? 'created' : 'modified')
  }

  /** Adds bytes at a file's end. Grows in powers of two, so that a loop of appends stays linear. */
  append(path: string, bytes: Uint8Array): void {
    const place = this.place(path)
    const start = place.node?.kind === 'file' ? place.node.bytes.byteLength : 0
    const size = start + bytes.byteLength
    const file = this.fileFor(place, path, size)
    let room = file.room
    if (room === null || room.byteLength < size || room.buffer !== file.bytes.buffer) {
      room = new Uint8Array(start === 0 ? size : size * 2)
      room.set(file.bytes)
    }
    room.set(bytes, start)
    file.room = room
    file.bytes = room.subarray(0, size)
    file.modifiedAt = this.now()
    this.changed(place.path, place.node === undefined ? 'created' : 'modified')
  }

  /** Makes a directory; with `recursive` its parents too, and no complaint where it exists. */
  makeDirectory(path: string, recursive: boolean, mode?: number): void {
    if (recursive) {
      const parts = path.split('/').filter((part) => part !== '')
      for (let end = 1; end < parts.length; end += 1) this.makeOne(`/${parts.slice(0, end).join('/')}`, true)
    }
    this.makeOne(path, recursive, mode)
  }

  /** Makes a symbolic link at `path`. Where it leads is not looked at. */
  link(target: string, path: string): void {
    const place = this.place(path, false)
    if (place.node !== undefined) throw new FsError('EEXIST', path, 'symlink')
    if (target.length > MAX_PATH) throw new FsError('ENAMETOOLONG', `${target.slice(0, 60)}…`, 'symlink')
    const node: LinkNode = { kind: 'link', target, mode: 0o777, modifiedAt: this.now() }
    this.put(place, node)
    this.changed(place.path, 'created')
  }

  /** Removes a file, a link (not what it leads to), or with `recursive` a directory and all in it. */
  remove(path: string, recursive: boolean): void {
    const place = this.place(path, false)
    if (place.node === undefined) throw new FsError('ENOENT', path, 'rm')
    if (place.node === this.root) throw new FsError('EPERM', path, 'rm')
    if (place.node.kind === 'directory' && place.node.entries.size > 0 && !recursive) {
      throw new FsError('ENOTEMPTY', path, 'rm')
    }
    // Nothing works without it: it can be emptied, and stays.
    if (place.path === WORKSPACE_ROOT) {
      if (!recursive) throw new FsError('EBUSY', path, 'rm')
      if (place.node.kind === 'directory')
        for (const name of place.node.entries.keys()) this.drop(this.place(`${WORKSPACE_ROOT}/${name}`, false))
      return
    }
    this.drop(place)
  }

  /** Moves within the tree, replacing a file at the destination, or an empty directory by a directory. */
  move(from: string, to: string): void {
    const source = this.place(from, false)
    if (source.node === undefined) throw new FsError('ENOENT', from, 'mv')
    let target = this.place(to, false)
    if (target.node === source.node) return
    if (source.path === WORKSPACE_ROOT) throw new FsError('EBUSY', from, 'mv')
    if (source.node === this.root || `${target.path}/`.startsWith(`${source.path}/`))
      throw new FsError('EINVAL', to, 'mv')
    if (target.node !== undefined) {
      const both = [source.node.kind, target.node.kind]
      if (target.node.kind === 'directory' && source.node.kind !== 'directory') throw new FsError('EISDIR', to, 'mv')
      if (both[0] === 'directory' && both[1] !== 'directory') throw new FsError('ENOTDIR', to, 'mv')
      if (target.node.kind === 'directory' && target.node.entries.size > 0) throw new FsError('ENOTEMPTY', to, 'mv')
    }
    const paths: [string, string][] = []
    visit(source.node, source.path, (path) => paths.push([path, target.path + path.slice(source.path.length)]))
    // What nobody can name could be neither read nor stored any more.
    for (const [, after] of paths) fitsAPath(after, 'mv')
    if (target.node !== undefined) {
      this.drop(target)
      target = this.place(to, false)
    }
    source.parent.entries.delete(source.name)
    target.parent.entries.set(target.name, source.node)
    const at = this.now()
    for (const { parent } of [source, target]) parent.modifiedAt = at
    for (const [before] of paths) this.changed(before, 'deleted')
    for (const [, after] of paths) this.changed(after, 'created')
  }

  setMode(path: string, mode: number): void {
    const place = this.place(path)
    if (place.node === undefined) throw new FsError('ENOENT', path, 'chmod')
    place.node.mode = mode & 0o7777
    this.changed(place.path, 'modified')
  }

  setTime(path: string, modifiedAt: number): void {
    const place = this.place(path)
    if (place.node === undefined) throw new FsError('ENOENT', path, 'utimes')
    place.node.modifiedAt = modifiedAt
    this.changed(place.path, 'modified')
  }

  /** Gives what stands at a path, a link itself, the mode and the time that it had before; nobody is told. */
  restore(path: string, mode: number, modifiedAt: number): void {
    const node = this.node(path, false)
    node.mode = mode & 0o7777
    node.modifiedAt = modifiedAt
  }

  private makeOne(path: string, tolerant: boolean, mode?: number): void {
    const place = this.place(path)
    if (place.node?.kind === 'directory' && tolerant) return
    if (place.node !== undefined) throw new FsError('EEXIST', path, 'mkdir')
    this.put(place, newDirectory(this.now(), mode))
    this.changed(place.path, 'created')
  }

  private fileFor(place: Place, path: string, size: number): FileNode {
    const { node } = place
    if (node?.kind === 'directory') throw new FsError('EISDIR', path, 'open')
    if (node?.kind === 'file') {
      this.counted.change(path, node.bytes.byteLength, size)
      return node
    }
    const file: FileNode = { kind: 'file', bytes: new Uint8Array(0), room: null, mode: 0o644, modifiedAt: this.now() }
    this.put(place, file, size)
    return file
  }

  private put(place: Place, node: TreeNode, bytes = weightOf(node)): void {
    fitsAPath(place.path, 'open')
    this.counted.add(place.path, bytes)
    place.parent.entries.set(place.name, node)
    place.parent.modifiedAt = this.now()
  }

  private drop(place: Place): void {
    if (place.node === undefined) return
    const gone: string[] = []
    visit(place.node, place.path, (path, node) => {
      this.counted.remove(weightOf(node))
      gone.push(path)
    })
    place.parent.entries.delete(place.name)
    place.parent.modifiedAt = this.now()
    for (const path of gone) this.changed(path, 'deleted')
  }
}

/** Through a link a short path can lead to a long one. @throws FsError ENAMETOOLONG */
function fitsAPath(path: string, operation: string): void {
  if (path.length > MAX_PATH) throw new FsError('ENAMETOOLONG', `${path.slice(0, 60)}…`, operation)
}

/** Calls `see` for a node and everything below it, parents first, names in code unit order. */
export function visit(node: TreeNode, path: string, see: (path: string, node: TreeNode) => void): void {
  see(path, node)
  if (node.kind !== 'directory') return
  for (const name of [...node.entries.keys()].toSorted()) {
    const child = node.entries.get(name)
    if (child !== undefined) visit(child, join(path, name), see)
  }
}

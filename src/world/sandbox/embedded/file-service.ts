import { visit, type FileTree } from './file-tree.ts'
import type { FileCall, FileReply, StatReply } from './shell-protocol.ts'
import { FsError, weightOf, type FileNode, type TreeNode } from './tree-nodes.ts'
import { join, type Place } from './tree-walk.ts'

/**
 * Answers one file operation of a shell. `onRead` hears of each file whose content it hands out, or puts where it has
 * another name. @throws FsError
 */
export function serveFileCall(tree: FileTree, call: FileCall, onRead: (path: string) => void = () => {}): FileReply {
  switch (call.op) {
    case 'read': {
      const file = tree.read(call.path)
      tellOf(tree.place(call.path), call.path, onRead)
      return own(file)
    }
    case 'write':
      tree.write(call.path, call.bytes)
      return null
    case 'append':
      tree.append(call.path, call.bytes)
      return null
    case 'stat':
      return statOf(tree, call.path, call.follow)
    case 'list':
      return [...tree.directory(call.path).entries]
        .map(([name, node]) => [name, node.kind] as const)
        .toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
    case 'mkdir':
      tree.makeDirectory(call.path, call.recursive)
      return null
    case 'remove':
      remove(tree, call.path, call.recursive, call.force)
      return null
    case 'copy':
      copy(tree, call.from, call.to, call.recursive, onRead)
      return null
    case 'move': {
      const source = tree.place(call.from, false)
      tree.move(call.from, call.to)
      tellOf(source, call.from, onRead)
      return null
    }
    case 'symlink':
      tree.link(call.target, call.path)
      return null
    case 'readlink': {
      const node = tree.node(call.path, false)
      if (node.kind !== 'link') throw new FsError('EINVAL', call.path, 'readlink')
      return node.target
    }
    case 'realpath': {
      const place = tree.place(call.path)
      if (place.node === undefined) throw new FsError('ENOENT', call.path, 'realpath')
      return place.path
    }
    case 'chmod':
      tree.setMode(call.path, call.mode)
      return null
    case 'utimes':
      tree.setTime(call.path, call.modifiedAt)
      return null
    case 'usage': {
      const { bytes, entries, limits } = tree.usage
      const { totalBytes, fileBytes, files } = limits
      return { bytes, entries, maxBytes: totalBytes, maxFileBytes: fileBytes, maxEntries: files }
    }
  }
}

function statOf(tree: FileTree, path: string, follow: boolean): StatReply | null {
  let node: TreeNode | undefined
  try {
    node = tree.place(path, follow).node
  } catch (error) {
    if (error instanceof FsError && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
  if (node === undefined) return null
  return { kind: node.kind, size: weightOf(node), mode: node.mode, modifiedAt: node.modifiedAt }
}

function remove(tree: FileTree, path: string, recursive: boolean, force: boolean): void {
  try {
    tree.remove(path, recursive)
  } catch (error) {
    if (!(force && error instanceof FsError && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))) throw error
  }
}

/** Copies follow a link at the source, as `cp` does. Files are shared until one side is written. */
function copy(tree: FileTree, from: string, to: string, recursive: boolean, onRead: (path: string) => void): void {
  const source = tree.place(from)
  if (source.node === undefined) throw new FsError('ENOENT', from, 'cp')
  if (source.node.kind === 'directory') {
    if (!recursive) throw new FsError('EISDIR', from, 'cp')
    if (`${tree.place(to).path}/`.startsWith(`${source.path}/`)) throw new FsError('EINVAL', to, 'cp')
  }
  // Before: a copy that ends halfway leaves what it had copied.
  tellOf(source, from, onRead)
  put(tree, source.node, to)
}

function put(tree: FileTree, node: TreeNode, to: string): void {
  switch (node.kind) {
    case 'file':
      return tree.write(to, own(node), node.mode)
    case 'link':
      return tree.link(node.target, to)
    case 'directory':
      tree.makeDirectory(to, true)
      for (const [name, child] of node.entries) put(tree, child, join(to, name))
  }
}

/** Says of each file and link at a place and below it that it is read: by that name, and by the one of the place. */
function tellOf({ node, path: leadsTo }: Place, path: string, onRead: (path: string) => void): void {
  if (node === undefined) return
  visit(node, '', (below, { kind }) => {
    if (kind === 'directory') return
    onRead(`${path}${below}`)
    if (leadsTo !== path) onRead(`${leadsTo}${below}`)
  })
}

/** The bytes alone: a message would copy all of a buffer that has room for appends, and a copy must not share it. */
function own(file: FileNode): Uint8Array {
  return file.room === null ? file.bytes : file.bytes.slice()
}

/** A file. `bytes` is never written to after it was set, so that readers and snapshots may keep it. */
export interface FileNode {
  readonly kind: 'file'
  bytes: Uint8Array
  /** The array that `bytes` is the start of, where it has room for appends; else null. */
  room: Uint8Array | null
  mode: number
  modifiedAt: number
}

/** A directory; its entries by name. */
export interface DirectoryNode {
  readonly kind: 'directory'
  readonly entries: Map<string, TreeNode>
  mode: number
  modifiedAt: number
}

/** A symbolic link. `target` is as written: absolute, or relative to the link's directory. */
export interface LinkNode {
  readonly kind: 'link'
  readonly target: string
  mode: number
  modifiedAt: number
}

export type TreeNode = FileNode | DirectoryNode | LinkNode

/** The bytes that a node counts for: a file's content, or where a link leads. */
export function weightOf(node: TreeNode): number {
  if (node.kind === 'directory') return 0
  return node.kind === 'file' ? node.bytes.byteLength : node.target.length
}

/** A new empty directory. */
export function newDirectory(modifiedAt: number, mode = 0o755): DirectoryNode {
  return { kind: 'directory', entries: new Map(), mode, modifiedAt }
}

/** What a shell expects of a file system error: the POSIX code first, then what was tried on what. */
export class FsError extends Error {
  override readonly name = 'FsError'
  constructor(
    readonly code: FsErrorCode,
    readonly path: string,
    operation: string,
  ) {
    super(`${code}: ${REASONS[code]}, ${operation} '${path}'`)
  }
}

export type FsErrorCode = keyof typeof REASONS

const REASONS = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  ENOTEMPTY: 'directory not empty',
  EINVAL: 'invalid argument',
  ELOOP: 'too many levels of symbolic links',
  ENAMETOOLONG: 'file name too long',
  EFBIG: 'file too large',
  ENOSPC: 'no space left in the workspace',
  EPERM: 'operation not permitted',
  EBUSY: 'it is in use and stays',
} as const

import { FsError, type DirectoryNode, type TreeNode } from './tree-nodes.ts'

/** Links followed on one path before it is taken for a circle. */
const MAX_LINKS = 40
/** Characters of a path, a link's target among them, and of one name; the same that Linux grants. */
export const MAX_PATH = 4096
const MAX_NAME = 255

/** Where a path leads: its directory, the name in it, and what is there. `path` is free of links and dots. */
export interface Place {
  readonly path: string
  readonly parent: DirectoryNode
  readonly name: string
  readonly node: TreeNode | undefined
}

/** The parts of a path; empty ones and `.` are dropped, `..` is kept. */
function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

/**
 * Follows an absolute path through links. The last part need not exist; one before it must, and must be a
 * directory. `followLast` false stops at a link in last place. `..` is the parent of where the walk
 * stands, which after a link is not the parent in the text.
 * @throws FsError ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG
 */
export function walk(root: DirectoryNode, path: string, followLast: boolean): Place {
  const { place, missing } = follow(root, path, followLast)
  if (missing.length > 0) throw new FsError('ENOENT', path, 'open')
  return place
}

/**
 * Where a file at this path would be once the directories that are missing on the way were made: links are followed,
 * also one that leads to nothing. The path is free of links.
 * @throws FsError as `walk`; ENOENT where the way goes up again from what is missing
 */
export function wouldBe(root: DirectoryNode, path: string): string {
  const { place, missing } = follow(root, path, true)
  const long = missing.find((part) => part.length > MAX_NAME)
  if (long !== undefined) throw new FsError('ENAMETOOLONG', `${long.slice(0, 60)}…`, 'open')
  if (missing.includes('..')) throw new FsError('ENOENT', path, 'open')
  return [place.path, ...missing].join('/')
}

/** Walks as far as there is something. `missing`: the parts behind a place where there is nothing, as yet to follow. */
function follow(root: DirectoryNode, path: string, followLast: boolean): { place: Place; missing: string[] } {
  if (path.length > MAX_PATH) throw new FsError('ENAMETOOLONG', `${path.slice(0, 60)}…`, 'open')
  const trail: { name: string; node: DirectoryNode }[] = [{ name: '', node: root }]
  const rest = partsOf(path).toReversed()
  let links = 0
  for (;;) {
    const here = trail.at(-1)?.node ?? root
    const part = rest.pop()
    if (part === undefined) {
      const parent = trail.at(-2)?.node ?? root
      return { place: { path: pathOf(trail), parent, name: trail.at(-1)?.name ?? '', node: here }, missing: [] }
    }
    if (part === '..') {
      if (trail.length > 1) trail.pop()
      continue
    }
    if (part.length > MAX_NAME) throw new FsError('ENAMETOOLONG', `${part.slice(0, 60)}…`, 'open')
    const node = here.entries.get(part)
    const last = rest.length === 0
    if (node?.kind === 'link' && (!last || followLast)) {
      if (++links > MAX_LINKS) throw new FsError('ELOOP', path, 'open')
      if (node.target.startsWith('/')) trail.length = 1
      rest.push(...partsOf(node.target).toReversed())
      continue
    }
    if (node?.kind === 'directory') {
      trail.push({ name: part, node })
      continue
    }
    if (!last && node !== undefined) throw new FsError('ENOTDIR', path, 'open')
    return { place: { path: join(pathOf(trail), part), parent: here, name: part, node }, missing: rest.toReversed() }
  }
}

/** A directory's path and a name in it, as one path. */
export function join(directory: string, name: string): string {
  return directory === '/' ? `/${name}` : `${directory}/${name}`
}

function pathOf(trail: readonly { name: string }[]): string {
  return `/${trail
    .slice(1)
    .map((step) => step.name)
    .join('/')}`
}

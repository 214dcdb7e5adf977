import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

/** Absolute folders in one of which a command runs: all that it may be; null where it may be any. */
export type Folders = ReadonlySet<string> | null

/** More are taken for any: each `cd` may fail, so that a script which changes often doubles them each time. */
const MAX_FOLDERS = 64

/** The folders after a change to `path`, which may fail; null for a path that is not known. */
export function foldersAfter(folders: Folders, path: string | null): Folders {
  // Home, back, and up: where these lead is not followed.
  if (path === null || path === '' || path === '-' || path.startsWith('~') || path.split('/').includes('..'))
    return null
  return joinFolders(folders, new Set(placesIn(folders, path) ?? []))
}

/** Both. */
export function joinFolders(some: Folders, more: Folders): Folders {
  if (some === null || more === null) return null
  if (some === more) return some
  const both = new Set([...some, ...more])
  return both.size > MAX_FOLDERS ? null : both
}

/** What a path may name, absolute, as far as words go; null where that may be anything. */
export function placesIn(folders: Folders, path: string): readonly string[] | null {
  if (path.startsWith('/')) return [plainPath(path)]
  return folders === null ? null : [...folders].map((folder) => plainPath(`${folder}/${path}`))
}

/** True for what lies in the workspace, and for temporary files. */
export function liesInside(place: string): boolean {
  return /^\/(?:workspace|tmp)(?:\/|$)/u.test(place)
}

/** True where it is certainly the workspace's own folder. */
export function isRoot(folders: Folders): boolean {
  return folders !== null && folders.size === 1 && folders.has(WORKSPACE_ROOT)
}

/** Without `//`, `.`, `..` and a slash at the end. */
function plainPath(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

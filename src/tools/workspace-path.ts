import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

/**
 * The absolute path that a tool means: relative to `base` (an absolute path), `.` and `..` resolved in the
 * text. Says nothing about whether it is allowed: one that leaves the workspace keeps its shape, and the
 * sandbox refuses it. So one file has one key in `memory.seen`, however it was written.
 */
export function absolutePath(path: string, base: string = WORKSPACE_ROOT): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** An absolute path as the model and the person read it: relative to the workspace root, which itself is ".". */
export function shortPath(path: string): string {
  if (path === WORKSPACE_ROOT) return '.'
  return path.startsWith(`${WORKSPACE_ROOT}/`) ? path.slice(WORKSPACE_ROOT.length + 1) : path
}

/** The directory that holds an absolute path. */
export function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** The last name of an absolute path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

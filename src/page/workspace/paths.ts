import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { workspaceWords as words } from './workspace-words.ts'

/** The same path, absolute below the workspace's root and without a slash at its end. */
export function absolutePath(path: string): string {
  const whole = path.startsWith('/') ? path : `${WORKSPACE_ROOT}/${path}`
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
}

/** How a path is shown: relative to the workspace's root. */
export function shownPath(path: string): string {
  return path.startsWith(`${WORKSPACE_ROOT}/`) ? path.slice(WORKSPACE_ROOT.length + 1) : path
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The directory that holds `path`; the root for what stands at the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0)) || '/'
}

/** How a folder is called in a sentence. */
export function folderName(path: string): string {
  return path === WORKSPACE_ROOT ? words.wholeWorkspace : shownPath(path)
}

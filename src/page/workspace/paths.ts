import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'

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
  return path === WORKSPACE_ROOT ? 'the workspace' : shownPath(path)
}

/** Bytes as people read them. */
export function byteSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString('en')} ${unit}`
}

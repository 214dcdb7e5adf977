import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { RuntimeClient } from './runtime.ts'

/** Files that are offered, and directories that are looked into: enough to find by name, not a crawl. */
const MAX_FILES = 2_000
const MAX_DIRECTORIES = 200
/** Nobody looks for these by name. */
const SKIPPED = /(^|\/)(node_modules|\.git)$/

/** Files of a session. */
export interface ListedFiles {
  readonly paths: readonly string[]
  /** There are, or may be, more: some lie past the bounds of this list or of one of a directory. */
  readonly cut: boolean
}

/**
 * The session's files, nearest the root first. `onFound` is given the list as it grows, so that nobody waits for the
 * last directory; nothing is given once `signal` is aborted. What cannot be read is left out.
 */
export async function listFiles(
  runtime: RuntimeClient,
  sessionId: string,
  signal: AbortSignal,
  onFound: (files: ListedFiles) => void,
): Promise<void> {
  const paths: string[] = []
  const waiting = [WORKSPACE_ROOT]
  let cut = false
  for (let read = 1; read <= MAX_DIRECTORIES && paths.length < MAX_FILES; read += 1) {
    const path = waiting.shift()
    if (path === undefined) return
    const result = await runtime.call('workspace.list', { sessionId, path }, signal)
    if (signal.aborted) return
    if (!result.ok) continue
    cut ||= result.value.omitted > 0
    for (const entry of result.value.entries) {
      if (entry.kind === 'directory' && !SKIPPED.test(entry.path)) waiting.push(entry.path)
      if (entry.kind !== 'file') continue
      if (paths.length < MAX_FILES) paths.push(entry.path)
      else cut = true
    }
    const isLast = read === MAX_DIRECTORIES || paths.length === MAX_FILES
    cut ||= isLast && waiting.length > 0
    onFound({ paths: [...paths], cut })
  }
}

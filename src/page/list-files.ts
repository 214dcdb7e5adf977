import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { RuntimeClient } from './runtime.ts'

/** Files that are offered, and directories that are looked into: enough to find by name, not a crawl. */
const MAX_FILES = 2_000
const MAX_DIRECTORIES = 200
/** Nobody looks for these by name. */
const SKIPPED = /(^|\/)(node_modules|\.git)$/

/**
 * Paths of the session's files, nearest the root first. `onFound` is given the list as it grows, so that nobody
 * waits for the last directory; nothing is given once `signal` is aborted. What cannot be read is left out.
 */
export async function listFiles(
  runtime: RuntimeClient,
  sessionId: string,
  signal: AbortSignal,
  onFound: (files: readonly string[]) => void,
): Promise<void> {
  const files: string[] = []
  const waiting = [WORKSPACE_ROOT]
  for (let read = 0; read < MAX_DIRECTORIES && files.length < MAX_FILES; read += 1) {
    const path = waiting.shift()
    if (path === undefined) return
    const result = await runtime.call('workspace.list', { sessionId, path }, signal)
    if (signal.aborted) return
    if (!result.ok) continue
    for (const entry of result.value.entries) {
      if (entry.kind === 'file' && files.length < MAX_FILES) files.push(entry.path)
      if (entry.kind === 'directory' && !SKIPPED.test(entry.path)) waiting.push(entry.path)
    }
    onFound([...files])
  }
}

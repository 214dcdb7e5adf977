import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { RuntimeClient } from '../runtime.ts'

/** Files that the palette offers, and directories that it looks into: enough to find by name, not a crawl. */
const MAX_FILES = 2_000
const MAX_DIRECTORIES = 200
/** Nobody looks for these by name. */
const SKIPPED = /(^|\/)(node_modules|\.git)$/

/** Paths of the session's files, nearest the root first. A directory that cannot be read is left out. */
export async function listFiles(runtime: RuntimeClient, sessionId: string, signal: AbortSignal): Promise<string[]> {
  const files: string[] = []
  const waiting = [WORKSPACE_ROOT]
  for (let read = 0; read < MAX_DIRECTORIES && files.length < MAX_FILES && !signal.aborted; read += 1) {
    const path = waiting.shift()
    if (path === undefined) break
    const result = await runtime.call('workspace.list', { sessionId, path }, signal)
    if (!result.ok) continue
    for (const entry of result.value.entries) {
      if (entry.kind === 'file') files.push(entry.path)
      if (entry.kind === 'directory' && !SKIPPED.test(entry.path)) waiting.push(entry.path)
    }
  }
  return files.slice(0, MAX_FILES)
}

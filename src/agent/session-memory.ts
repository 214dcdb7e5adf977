import type { SessionMemory } from '#contracts/capability-run.ts'
import { SEEN_FILES_KEPT } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { StoredMemory } from '#contracts/sessions.ts'
import type { Todo } from '#contracts/views.ts'

/** The memory that a session's tools share, as a reload or another session left it. Todos live with the session's record. */
export function createSessionMemory(
  stored: StoredMemory | undefined,
  write: (todos: readonly Todo[]) => Promise<void>,
): SessionMemory {
  return {
    seen: new Map(Object.entries(stored?.seen ?? {})),
    cwd: stored?.cwd ?? WORKSPACE_ROOT,
    env: { ...stored?.env },
    writeTodos: write,
  }
}

/** What is kept of it with the session's record. */
export function storedMemory(memory: SessionMemory): StoredMemory {
  return { cwd: memory.cwd, env: memory.env, seen: Object.fromEntries([...memory.seen].slice(-SEEN_FILES_KEPT)) }
}

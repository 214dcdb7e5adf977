import type { SessionMemory } from '#contracts/capability-run.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { Todo } from '#contracts/views.ts'

/** The memory that a session's tools share while it is open. Todos live with the session record. */
export function createSessionMemory(
  read: () => readonly Todo[],
  write: (todos: readonly Todo[]) => Promise<void>,
): SessionMemory {
  return { seen: new Map(), cwd: WORKSPACE_ROOT, env: {}, readTodos: read, writeTodos: write }
}

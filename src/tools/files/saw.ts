import type { SessionMemory } from '#contracts/capability-run.ts'

/** Remembers a file as the agent has just seen or written it, as the newest: where room runs out, the oldest go first. */
export function saw({ seen }: SessionMemory, path: string, revision: string): void {
  // A key that stands in a map already keeps its old place there.
  seen.delete(path)
  seen.set(path, revision)
}

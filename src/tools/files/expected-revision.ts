import type { CapabilityRun, SessionMemory } from '#contracts/capability-run.ts'

/** Approvals that may wait at once in one session; older ones fall back to what the agent has seen. */
const SHOWN_MAX = 100

/** By session and call: the revision that the diff of an approval was made from; null for a file that was not there. */
const shown = new WeakMap<SessionMemory, Map<string, string | null>>()

/** Notes what a preview showed, so that the approved write happens to exactly that file or not at all. */
export function noteShown(run: CapabilityRun, revision: string | null): void {
  const calls = shown.get(run.memory) ?? new Map<string, string | null>()
  shown.set(run.memory, calls)
  calls.set(run.callId, revision)
  const oldest = calls.size > SHOWN_MAX ? calls.keys().next().value : undefined
  if (oldest !== undefined) calls.delete(oldest)
}

/**
 * The revision that a change of `path` must find: what the agent last saw, else what the person approved;
 * null where neither saw a file there.
 */
export function expectedRevision(run: CapabilityRun, path: string): string | null {
  const approved = shown.get(run.memory)?.get(run.callId)
  shown.get(run.memory)?.delete(run.callId)
  return run.memory.seen.get(path) ?? approved ?? null
}

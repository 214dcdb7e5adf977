/** Time, injected. The agent has no clock of its own, so that tests drive it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds from an arbitrary start, never going back; for durations. */
  ticks(): number
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `task` once after `ms` unless the returned function was called before. */
  after(ms: number, task: () => void): () => void
  /** A new random id, 21 characters of `[A-Za-z0-9_-]`, first one a letter. */
  newId(): string
}

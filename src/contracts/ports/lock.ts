/** One writer per session across tabs (spec ST3). */
export interface LockPort {
  /** True once this tab is the writer; false where another one is. Held until `release` or the tab ends. */
  acquire(name: string): Promise<boolean>
  /** Resolves true when the lock could be taken after all; ends with the signal. */
  whenFree(name: string, signal: AbortSignal): Promise<boolean>
  release(name: string): void
}

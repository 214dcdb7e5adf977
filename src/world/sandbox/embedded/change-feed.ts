import type { FileChange } from '#contracts/ports/sandbox.ts'
import type { Clock } from '#contracts/ports/clock.ts'

/** Changes are told together, this long after the first: a loop that writes a thousand files is few batches. */
const BATCH_MS = 30

type Listener = (changes: readonly FileChange[]) => void

/** Collects changes and tells watchers in batches, each path once with what became of it since the last batch. */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>()
  private pending = new Map<string, FileChange['kind']>()
  private cancel: (() => void) | null = null

  constructor(private readonly clock: Pick<Clock, 'after'>) {}

  add(path: string, kind: FileChange['kind']): void {
    if (this.listeners.size === 0) return
    const before = this.pending.get(path)
    const merged = merge(before, kind)
    // Delete first, so that the map's order is the order of the last change.
    this.pending.delete(path)
    if (merged !== null) this.pending.set(path, merged)
    this.cancel ??= this.clock.after(BATCH_MS, () => this.flush())
  }

  watch(listener: Listener, signal: AbortSignal): () => void {
    if (signal.aborted) return () => {}
    // A wrapper per call, so that one function may watch twice.
    const entry: Listener = (changes) => listener(changes)
    const end = () => {
      this.listeners.delete(entry)
      signal.removeEventListener('abort', end)
    }
    this.listeners.add(entry)
    signal.addEventListener('abort', end, { once: true })
    return end
  }

  /** Tells what is pending now. */
  flush(): void {
    this.cancel?.()
    this.cancel = null
    if (this.pending.size === 0) return
    const changes = [...this.pending].map(([path, kind]): FileChange => ({ path, kind }))
    this.pending = new Map()
    for (const listener of this.listeners) listener(changes)
  }

  close(): void {
    this.flush()
    this.listeners.clear()
  }
}

/** Two changes of one path as one; null where they cancel out. */
function merge(before: FileChange['kind'] | undefined, after: FileChange['kind']): FileChange['kind'] | null {
  if (before === 'created') return after === 'deleted' ? null : 'created'
  if (before === 'deleted') return after === 'deleted' ? 'deleted' : 'modified'
  return after
}

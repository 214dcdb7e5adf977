import type { CommandResult } from '#contracts/commands.ts'
import type { Failure } from '#contracts/failure.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { FileEntry } from '#contracts/views.ts'
import { absolutePath, nameOf, parentOf } from './paths.ts'

/** Lists one directory; failures are data. */
type ListDirectory = (path: string) => Promise<CommandResult<'workspace.list'>>

/** One visible line of the tree. `level` from 1; `position` and `siblings` for screen readers. */
export type TreeRow = {
  readonly path: string
  readonly name: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly expanded: boolean
  /** Expanded, and its entries are known to be none. */
  readonly empty: boolean
} & (
  | { readonly kind: FileEntry['kind'] }
  /** Stands for the entries of a directory that were not listed. Its path is the directory's with a slash. */
  | { readonly kind: 'rest'; readonly omitted: number }
)

type TreeState = {
  readonly rows: readonly TreeRow[]
  /** The root is not known yet. */
  readonly loading: boolean
  /** Why the root could not be read. */
  readonly failure: Failure | null
}

type Change = { readonly path: string; readonly kind: 'created' | 'modified' | 'deleted' }

/** The files of a workspace as far as they were opened: each directory is read when it is expanded, and again when it changes. */
export class DirectoryTree {
  private readonly entries = new Map<string, readonly FileEntry[]>()
  /** How many entries of a directory were not listed, where some were not. */
  private readonly omitted = new Map<string, number>()
  private readonly expanded = new Set([WORKSPACE_ROOT])
  private readonly loads = new Map<string, { again: boolean; done: Promise<void> }>()
  private readonly listeners = new Set<() => void>()
  private failure: Failure | null = null
  private state: TreeState = { rows: [], loading: true, failure: null }

  constructor(private readonly list: ListDirectory) {}

  readonly snapshot = (): TreeState => this.state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** Reads `path` now; a read that runs already is repeated once, so that the last state wins. */
  load(path: string): Promise<void> {
    const running = this.loads.get(path)
    if (running !== undefined) {
      running.again = true
      return running.done
    }
    const load = { again: false, done: Promise.resolve() }
    load.done = (async () => {
      do {
        load.again = false
        this.take(path, await this.list(path))
      } while (load.again)
      this.loads.delete(path)
    })()
    this.loads.set(path, load)
    return load.done
  }

  /** Reads all known directories again. */
  async refresh(): Promise<void> {
    await Promise.all([...new Set([WORKSPACE_ROOT, ...this.entries.keys()])].map((path) => this.load(path)))
  }

  /** Opens or closes a directory; resolves once its entries are there. */
  async setExpanded(path: string, expanded: boolean): Promise<void> {
    if (expanded) this.expanded.add(path)
    else this.expanded.delete(path)
    this.publish()
    if (expanded && !this.entries.has(path)) await this.load(path)
  }

  /** Opens every directory above `path`. */
  async reveal(path: string): Promise<void> {
    const parents: string[] = []
    for (let at = parentOf(path); at.startsWith(`${WORKSPACE_ROOT}/`); at = parentOf(at)) parents.unshift(at)
    for (const parent of [WORKSPACE_ROOT, ...parents]) await this.setExpanded(parent, true)
  }

  /** Reads again what `changes` touched: the nearest known directory above each new or deleted path. */
  async changed(changes: readonly Change[]): Promise<void> {
    const stale = new Set<string>()
    for (const change of changes) {
      const path = absolutePath(change.path)
      if (change.kind === 'modified' && this.knows(path)) continue
      let directory = parentOf(path)
      while (!this.entries.has(directory) && directory.startsWith(`${WORKSPACE_ROOT}/`)) directory = parentOf(directory)
      // A directory that appears with its first file may not be listed by any known one yet.
      stale.add(directory.startsWith(WORKSPACE_ROOT) ? directory : WORKSPACE_ROOT)
    }
    await Promise.all([...stale].map((path) => this.load(path)))
  }

  private knows(path: string): boolean {
    return this.entries.get(parentOf(path))?.some((entry) => entry.path === path) ?? false
  }

  private take(path: string, result: CommandResult<'workspace.list'>): void {
    this.omitted.delete(path)
    if (result.ok) {
      if (result.value.omitted > 0) this.omitted.set(path, result.value.omitted)
      const entries = result.value.entries.map((entry) => ({ ...entry, path: absolutePath(entry.path) }))
      this.entries.set(path, entries.toSorted(inOrder))
    } else {
      this.entries.delete(path)
      if (path !== WORKSPACE_ROOT) this.expanded.delete(path)
    }
    if (path === WORKSPACE_ROOT) this.failure = result.ok ? null : result.failure
    this.publish()
  }

  private publish(): void {
    const rows: TreeRow[] = []
    this.append(WORKSPACE_ROOT, 1, rows)
    this.state = { rows, loading: !this.entries.has(WORKSPACE_ROOT) && this.failure === null, failure: this.failure }
    for (const listener of this.listeners) listener()
  }

  private append(directory: string, level: number, rows: TreeRow[]): void {
    const entries = this.entries.get(directory) ?? []
    const omitted = this.omitted.get(directory) ?? 0
    const siblings = entries.length + omitted
    for (const [index, { path, kind }] of entries.entries()) {
      const expanded = kind === 'directory' && this.expanded.has(path)
      const empty = expanded && this.entries.get(path)?.length === 0
      const place = { position: index + 1, siblings }
      rows.push({ path, name: nameOf(path), kind, level, ...place, expanded, empty })
      if (expanded) this.append(path, level + 1, rows)
    }
    if (omitted === 0) return
    const place = { level, position: entries.length + 1, siblings }
    rows.push({ path: `${directory}/`, name: '', kind: 'rest', omitted, ...place, expanded: false, empty: false })
  }
}

const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Directories first, then by name, numbers by their value. */
function inOrder(a: FileEntry, b: FileEntry): number {
  const rank = (entry: FileEntry) => (entry.kind === 'directory' ? 0 : 1)
  return rank(a) - rank(b) || names.compare(nameOf(a.path), nameOf(b.path)) || (a.path < b.path ? -1 : 1)
}

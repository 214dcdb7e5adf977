import type { RuntimeClient } from '../runtime.ts'
import type { Failure } from '#contracts/failure.ts'
import type { TurnDiff } from '#contracts/sessions.ts'
import type { FileTarget, InspectTarget, WorkspaceChange } from '../page-state.ts'
import type { PageStore } from '../store.ts'
import { DirectoryTree } from './directory-tree.ts'
import { guardUnsaved } from './guard-unsaved.ts'
import { OpenFile } from './open-file.ts'
import { absolutePath, parentOf } from './paths.ts'

export type TurnDiffState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly diff: TurnDiff | null }
  | { readonly status: 'failed'; readonly failure: Failure }

type WorkspaceTab = 'files' | 'changes' | 'inspect'

type WorkspaceState = {
  readonly tab: WorkspaceTab
  /** What the last finished turn changed. */
  readonly changes: TurnDiffState
  /** The line that was asked for with the file that is shown, from 1; `at` tells one request from the next. */
  readonly line: { readonly line: number; readonly at: number } | null
  /** The file that is shown, or null. */
  readonly selected: string | null
  /** Which of the two steps a narrow pane shows. */
  readonly step: 'tree' | 'file'
  readonly unsaved: ReadonlySet<string>
  /** Files that the running turn, or the last one, changed. */
  readonly marks: ReadonlySet<string>
}

/**
 * The workspace of one session as the page holds it: its tree, the open file and every file with unsaved
 * edits. It outlives the views, so that looking at another session loses nothing.
 */
export class WorkspaceModel {
  readonly tree: DirectoryTree
  private readonly files = new Map<string, { file: OpenFile; stop: () => void }>()
  private readonly listeners = new Set<() => void>()
  private state: WorkspaceState = {
    tab: 'files',
    changes: { status: 'loading' },
    line: null,
    selected: null,
    step: 'tree',
    unsaved: new Set(),
    marks: new Set(),
  }
  private markedTurn: string | null = null
  private targetSeen = 0
  private inspectSeen = 0
  private closedOne = false
  private diffReads = 0

  constructor(
    private readonly runtime: Pick<RuntimeClient, 'call'>,
    private readonly sessionId: string,
  ) {
    this.tree = new DirectoryTree((path) => runtime.call('workspace.list', { sessionId, path }))
  }

  readonly snapshot = (): WorkspaceState => this.state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  get hasUnsaved(): boolean {
    return this.state.unsaved.size > 0
  }

  /** The open file at `path`, if it was opened. */
  file(path: string): OpenFile | null {
    return this.files.get(path)?.file ?? null
  }

  /** Shows the file at `path`. Others are let go, unless they hold unsaved edits. */
  select(shown: string): void {
    const path = absolutePath(shown)
    const held = this.files.get(path)
    if (held === undefined) this.openFile(path)
    for (const [other, { stop }] of this.files) {
      if (other === path || this.state.unsaved.has(other)) continue
      stop()
      this.files.delete(other)
    }
    this.update({ tab: 'files', selected: path, step: 'file', line: null })
    void this.files.get(path)?.file.load()
  }

  /** Shows the first file that the agent writes, as long as nothing is shown and the person has closed nothing. */
  private showWork(paths: readonly string[]): void {
    const { selected, step, tab } = this.state
    if (selected !== null || this.closedOne) return
    const file = this.tree.snapshot().rows.find((row) => row.kind === 'file' && paths.includes(row.path))
    if (file === undefined) return
    this.select(file.path)
    // In a narrow pane the person goes from the tree to the file, nobody else.
    this.update({ step, tab })
  }

  /** Closes the file that is shown, its unsaved edits included. */
  close(path: string): void {
    this.closedOne = true
    this.files.get(path)?.stop()
    this.files.delete(path)
    this.update({
      unsaved: this.unsavedNow(),
      ...(this.state.selected === path ? { selected: null, step: 'tree' } : {}),
    })
  }

  /** Shows the file that was asked for elsewhere; once only, also where the view is made anew. */
  showTarget(target: FileTarget): void {
    if (target.sessionId !== this.sessionId || target.at <= this.targetSeen) return
    this.targetSeen = target.at
    this.select(target.path)
    void this.tree.reveal(absolutePath(target.path))
    if (target.line !== undefined) this.update({ line: { line: target.line, at: target.at } })
  }

  /** Turns to the inspector where it was asked for elsewhere; once only. */
  showInspector(target: InspectTarget): void {
    if (target.sessionId !== this.sessionId || target.at <= this.inspectSeen) return
    this.inspectSeen = target.at
    this.update({ tab: 'inspect' })
  }

  /** The line that was asked for is shown: it is not gone to again, whenever the file is shown again. */
  lineShown(at: number): void {
    if (this.state.line?.at === at) this.update({ line: null })
  }

  showTab(tab: WorkspaceTab): void {
    this.update({ tab })
  }

  /** Reads what the last finished turn changed, and marks it. */
  async loadChanges(): Promise<void> {
    const mine = (this.diffReads += 1)
    const result = await this.runtime.call('turn.diff', { sessionId: this.sessionId, turnId: null })
    if (mine !== this.diffReads) return
    if (!result.ok) return this.update({ changes: { status: 'failed', failure: result.failure } })
    const { diff } = result.value
    this.update({ changes: { status: 'ready', diff } })
    if (diff === null) return
    const listed = diff.files.map(({ path, change }) => ({ path: absolutePath(path), change }))
    const lasting = listed.filter(({ change }) => change === 'created' || change === 'modified').map(({ path }) => path)
    // Of what is not listed, what was seen to change while the turn ran stays marked.
    const seen = diff.omitted !== undefined && diff.turnId === this.markedTurn ? this.state.marks : new Set<string>()
    const known = new Set(listed.map(({ path }) => path))
    const unlisted = [...seen].filter((path) => !known.has(path))
    this.markedTurn = diff.turnId
    this.update({ marks: new Set([...unlisted, ...lasting]) })
  }

  showTree(): void {
    this.update({ step: 'tree' })
  }

  /** Reads all that is shown again: after the view was away, or reports were missed. */
  async refresh(): Promise<void> {
    const shown = this.state.selected === null ? null : this.file(this.state.selected)
    await Promise.all([this.tree.refresh(), shown?.load()])
  }

  /** Takes in what changed. `turnId` is the running turn, null between turns: only turns leave marks. */
  changed(changes: readonly WorkspaceChange[], turnId: string | null): void {
    const paths = changes.map((change) => absolutePath(change.path))
    void this.tree.changed(changes).then(() => {
      if (turnId !== null) this.showWork(paths)
    })
    if (turnId !== null) {
      const marks = turnId === this.markedTurn ? this.state.marks : new Set<string>()
      this.markedTurn = turnId
      this.update({ marks: new Set([...marks, ...paths]) })
    }
    for (const [path, { file }] of this.files) {
      // A deleted directory takes its files with it.
      if (paths.some((changed) => path === changed || path.startsWith(`${changed}/`))) void file.load()
    }
  }

  /** A new turn begins: the marks of the last one go. */
  beginTurn(turnId: string): void {
    if (turnId === this.markedTurn) return
    this.markedTurn = turnId
    // An answer that is under way speaks of the turn before.
    this.diffReads += 1
    this.update({ marks: new Set() })
  }

  /** The directories that hold something marked. */
  static marksBelow(marks: ReadonlySet<string>): ReadonlySet<string> {
    const directories = new Set<string>()
    for (const path of marks) for (let at = parentOf(path); at.length > 1; at = parentOf(at)) directories.add(at)
    return directories
  }

  private openFile(path: string): void {
    const { runtime, sessionId } = this
    const file = new OpenFile(path, {
      read: (path) => runtime.call('workspace.read', { sessionId, path }),
      write: (input) => runtime.call('workspace.write', { sessionId, ...input }),
    })
    const stop = file.subscribe(() => {
      const unsaved = this.unsavedNow()
      if (unsaved.size !== this.state.unsaved.size) this.update({ unsaved })
    })
    this.files.set(path, { file, stop })
  }

  private unsavedNow(): ReadonlySet<string> {
    return new Set([...this.files].filter(([, { file }]) => file.snapshot().draft !== null).map(([path]) => path))
  }

  private update(changed: Partial<WorkspaceState>): void {
    this.state = { ...this.state, ...changed }
    for (const listener of this.listeners) listener()
  }
}

/** Sessions whose workspace the page holds; those with unsaved edits stay whatever their number. */
const MODELS_KEPT = 8
const held = new WeakMap<PageStore, { models: Map<string, WorkspaceModel>; look: () => void }>()

/** The workspace of `sessionId`, made on first use and kept. */
export function workspaceModel(store: PageStore, runtime: RuntimeClient, sessionId: string): WorkspaceModel {
  const { models, look } = held.get(store) ?? beginHolding(store)
  const known = models.get(sessionId)
  const model = known ?? new WorkspaceModel(runtime, sessionId)
  if (known === undefined) model.subscribe(look)
  models.delete(sessionId)
  models.set(sessionId, model)
  for (const [id, other] of models) {
    if (models.size <= MODELS_KEPT) break
    if (id !== sessionId && !other.hasUnsaved) models.delete(id)
  }
  return model
}

function beginHolding(store: PageStore): { models: Map<string, WorkspaceModel>; look: () => void } {
  const models = new Map<string, WorkspaceModel>()
  const holding = { models, look: guardUnsaved(store, models) }
  held.set(store, holding)
  return holding
}

import type { CommandInput, CommandOutput, CommandResult } from '#contracts/commands.ts'
import type { Failure } from '#contracts/failure.ts'

type FileContent = CommandOutput<'workspace.read'>

/** What a file needs of the agent's thread. */
interface FileAccess {
  read(path: string): Promise<CommandResult<'workspace.read'>>
  write(input: Omit<CommandInput<'workspace.write'>, 'sessionId'>): Promise<CommandResult<'workspace.write'>>
}

/**
 * One file as the person sees it. `file` is what was read last, `draft` the unsaved text or null.
 * `outside`: what happened to the file elsewhere while there were unsaved edits; `conflict` is a save refused for it.
 */
export type FileState = {
  readonly path: string
  readonly file: FileContent | null
  readonly failure: Failure | null
  readonly draft: string | null
  readonly saving: boolean
  readonly outside: 'none' | 'changed' | 'deleted' | 'conflict'
}

/** A file that is open: follows what others write to it, and never loses what the person typed. */
export class OpenFile {
  private readonly listeners = new Set<() => void>()
  private state: FileState
  private reads = 0

  constructor(
    readonly path: string,
    private readonly access: FileAccess,
  ) {
    this.state = { path, file: null, failure: null, draft: null, saving: false, outside: 'none' }
  }

  readonly snapshot = (): FileState => this.state
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** The person typed. A text equal to what is stored is no edit. */
  edit(text: string): void {
    // While another text is being written, what is stored is about to change: whether this is an edit shows then.
    const draft = text === storedText(this.state.file) && !this.state.saving ? null : text
    if (draft === this.state.draft) return
    this.update({ draft })
    // Nothing of the person's is left, so what others wrote may be shown.
    if (draft === null && this.state.outside !== 'none') void this.load()
  }

  /** Reads the file. With unsaved edits, a changed file is only reported. */
  async load(): Promise<void> {
    const mine = (this.reads += 1)
    const result = await this.access.read(this.path)
    // A later read knows better.
    if (mine !== this.reads) return
    if (!result.ok) {
      if (this.state.file !== null && result.failure.kind === 'not-found') this.update({ outside: 'deleted' })
      else this.update({ failure: result.failure })
      return
    }
    const before = this.state.file
    const same = before !== null && before.revision === result.value.revision
    if (this.state.draft !== null && before !== null && !same) return this.update({ outside: 'changed', failure: null })
    if (same) return this.update({ failure: null, outside: 'none' })
    this.update({ file: result.value, failure: null, outside: 'none' })
  }

  /** Writes the draft. A file that changed since it was read is left alone and reported as `conflict`. */
  async save(): Promise<void> {
    const { draft, file, outside } = this.state
    if (draft === null || file === null || this.state.saving) return
    await this.write(draft, outside === 'deleted' ? null : file.revision)
  }

  /** Gives up the draft for what is stored now. */
  async takeTheirs(): Promise<void> {
    this.update({ draft: null, outside: 'none' })
    await this.load()
  }

  /** Writes the text that is shown over whatever is stored now, also where nothing is. */
  async keepMine(): Promise<void> {
    const text = this.state.draft ?? storedText(this.state.file)
    if (text === null || this.state.saving) return
    this.update({ saving: true })
    const now = await this.access.read(this.path)
    if (!now.ok && now.failure.kind !== 'not-found') return this.notWritten({ failure: now.failure })
    await this.write(text, now.ok ? now.value.revision : null)
  }

  private async write(text: string, revision: string | null): Promise<void> {
    this.update({ saving: true, failure: null })
    // What is read from here on may be older than what is about to be written.
    this.reads += 1
    const result = await this.access.write({ path: this.path, text, revision })
    if (!result.ok) {
      const conflict = result.failure.kind === 'changed-since-read'
      return this.notWritten(conflict ? { outside: 'conflict' } : { failure: result.failure })
    }
    const content = { kind: 'text', text } as const
    const size = new TextEncoder().encode(text).length
    const file = { path: this.path, size, revision: result.value.revision, content }
    // The person may have typed on while it was being written.
    const draft = this.state.draft === null || this.state.draft === text ? null : this.state.draft
    this.update({ file, draft, saving: false, outside: 'none' })
  }

  private notWritten(why: Pick<FileState, 'outside'> | Pick<FileState, 'failure'>): void {
    this.update({ saving: false, ...why })
    // What was typed meanwhile may be what is stored.
    if (this.state.draft !== null) this.edit(this.state.draft)
  }

  private update(changed: Partial<FileState>): void {
    this.state = { ...this.state, ...changed }
    for (const listener of this.listeners) listener()
  }
}

/** The stored text, or null where the file is not text. */
export function storedText(file: FileContent | null): string | null {
  return file?.content.kind === 'text' ? file.content.text : null
}

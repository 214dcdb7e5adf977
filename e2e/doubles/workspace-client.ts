import {
  COMMANDS,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type CommandResult,
} from '#contracts/commands.ts'
import { fail, toFailure } from '#contracts/failure.ts'
import { LIST_MAX_ENTRIES } from '#contracts/limits.ts'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import type { TurnDiff } from '#contracts/sessions.ts'
import type { FileEntry } from '#contracts/views.ts'

type Change = { path: string; kind: 'created' | 'modified' | 'deleted' }
type Content = CommandOutput<'workspace.read'>['content']
type Held = { content: Content; version: number }

/**
 * The workspace commands over files in memory, for pages and tests without an agent's thread. It answers
 * as the real one does: revisions, refusals, and reports of every change to whoever listens.
 */
export class WorkspaceClient {
  readonly calls: { name: CommandName; input: unknown }[] = []
  diff: TurnDiff | null = null
  /** Entries of a directory that are listed at most. */
  listMax = LIST_MAX_ENTRIES
  private readonly files = new Map<string, Held>()
  private readonly listeners = new Set<(changes: Change[]) => void>()
  private version = 0

  /** `files`: absolute or relative paths, and their text or content. */
  constructor(files: Readonly<Record<string, string | Content>>) {
    for (const [path, content] of Object.entries(files)) this.put(path, content)
  }

  boot(): Promise<{ ok: true }> {
    return Promise.resolve({ ok: true })
  }
  subscribe(): () => void {
    return () => undefined
  }
  warmUp(): Promise<void> {
    return Promise.resolve()
  }

  onChanges(listener: (changes: Change[]) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** What somebody else writes: the agent, a command. */
  put(path: string, content: string | Content): void {
    const whole = path.startsWith('/') ? path : `${WORKSPACE_ROOT}/${path}`
    const kind = this.files.has(whole) ? 'modified' : 'created'
    this.files.set(whole, {
      content: typeof content === 'string' ? { kind: 'text', text: content } : content,
      version: (this.version += 1),
    })
    this.report([{ path: whole, kind }])
  }

  remove(path: string): void {
    const gone = [...this.files.keys()].filter((file) => file === path || file.startsWith(`${path}/`))
    for (const file of gone) this.files.delete(file)
    this.report(gone.map((file) => ({ path: file, kind: 'deleted' as const })))
  }

  text(path: string): string | null {
    const content = this.files.get(path)?.content
    return content?.kind === 'text' ? content.text : null
  }

  async call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandResult<N>> {
    this.calls.push({ name, input })
    try {
      const parsed = COMMANDS[name].input.parse(input)
      // The contract parses each output to its own type; the compiler cannot follow the name through it.
      const value = COMMANDS[name].output.parse(this.answer(name, parsed)) as CommandOutput<N>
      return { ok: true, value }
    } catch (error) {
      return { ok: false, failure: toFailure(error, 'command') }
    }
  }

  private answer(name: CommandName, input: unknown): unknown {
    switch (name) {
      case 'workspace.list':
        return this.list(COMMANDS[name].input.parse(input).path)
      case 'workspace.read':
        return this.read(COMMANDS[name].input.parse(input).path)
      case 'workspace.write': {
        const { path, text, revision } = COMMANDS[name].input.parse(input)
        const held = this.files.get(path)
        if ((held === undefined ? null : `r${held.version}`) !== revision) {
          throw fail('execution', 'changed-since-read', `${path} changed since it was read. Read it again.`)
        }
        this.put(path, text)
        return { revision: `r${this.files.get(path)?.version}` }
      }
      case 'workspace.upload': {
        const { path, base64, onTaken } = COMMANDS[name].input.parse(input)
        const dot = path.lastIndexOf('.')
        const free = onTaken === 'keep-both' ? `${path.slice(0, dot)}-2${path.slice(dot)}` : path
        if (this.files.has(free) && onTaken !== 'replace') return { path, written: false }
        this.put(free, atob(base64))
        return { path: free, written: true }
      }
      case 'workspace.download':
        return { base64: btoa(this.text(COMMANDS[name].input.parse(input).path) ?? '') }
      case 'workspace.remove':
        this.remove(COMMANDS[name].input.parse(input).path)
        return {}
      case 'turn.diff':
        return { diff: this.diff }
      default:
        throw fail('command', 'unsupported', `This double does not answer ${name}.`)
    }
  }

  private read(path: string): unknown {
    const held = this.files.get(path)
    if (held === undefined) throw fail('execution', 'not-found', `There is no file ${path}.`)
    const { content } = held
    const size =
      content.kind === 'text' ? content.text.length : content.kind === 'image' ? content.base64.length : 48_200_000
    return { path, size, revision: `r${held.version}`, content }
  }

  private list(path: string): CommandOutput<'workspace.list'> {
    const entries = new Map<string, FileEntry>()
    for (const file of this.files.keys()) {
      if (!file.startsWith(`${path}/`)) continue
      const [name = '', ...deeper] = file.slice(path.length + 1).split('/')
      const kind = deeper.length > 0 ? 'directory' : 'file'
      entries.set(name, { path: `${path}/${name}`, kind, size: 0, modifiedAt: 0 })
    }
    if (entries.size === 0 && path !== WORKSPACE_ROOT)
      throw fail('execution', 'not-found', `There is no directory ${path}.`)
    const all = [...entries.values()]
    return { entries: all.slice(0, this.listMax), omitted: Math.max(0, all.length - this.listMax) }
  }

  private report(changes: Change[]): void {
    for (const listener of this.listeners) listener(changes)
  }
}

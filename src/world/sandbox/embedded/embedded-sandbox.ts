import { FailureError, type Failure } from '#contracts/failure.ts'
import { WORKSPACE_FILE_MAX_BYTES, WORKSPACE_MAX_BYTES } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import {
  WORKSPACE_ROOT,
  type ExecRequest,
  type FileChange,
  type GlobRequest,
  type GrepRequest,
  type EditRequest,
  type Sandbox,
  type SandboxAbilities,
  type Snapshot,
  type WriteOptions,
} from '#contracts/ports/sandbox.ts'
import type { WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import { untilAborted } from '../../until-aborted.ts'
import { carriedEnv } from '../carried-env.ts'
import { isInWorkspace, workspacePath } from '../workspace-path.ts'
import { ChangeFeed } from './change-feed.ts'
import { FileTree, visit } from './file-tree.ts'
import { sandboxClosed, ShellPool } from './shell-pool.ts'
import type { ShellThread } from './shell-protocol.ts'
import { TREE_LIMITS, type TreeLimits } from './tree-limits.ts'
import { WorkspaceFiles } from './workspace-files.ts'
import { loadFiles, WorkspaceFlusher } from './workspace-flusher.ts'
import { globFiles, grepFiles } from './workspace-search.ts'

/** What an embedded sandbox is made of. `store` null keeps everything in memory. */
export interface EmbeddedParts {
  readonly workspaceId: string
  readonly store: WorkspaceStore | null
  readonly clock: Clock
  spawnShell(): ShellThread
  /** Called for each save that failed; the files stay in memory and are tried again. */
  onStorageFailure(failure: Failure): void
  readonly limits?: TreeLimits
}

const ABILITIES: SandboxAbilities = {
  type: 'embedded',
  runsProcesses: false,
  network: false,
  limits: [
    'It has a bash-like shell with about a hundred commands, but no real processes: programs such as node, npm, python3 and git do not run.',
    'Background jobs (&), trap, kill and jobs do not exist; a pipeline runs its commands one after another.',
    'Output is shown as it is made. Only at its end, and perhaps not after a stop: what goes into a pipe, comes from eval or source, from functions beside these or in other functions, or after exec has redirected it.',
    'Commands have no network: curl and wget do not work.',
    'A hard link is a copy. cp, stat, du and tree look through links, zip stores what they lead to, and no archive is unpacked through one.',
    'Only commands pass on bytes that are not UTF-8: variables, $(…), and groups, loops and functions that are piped or redirected hold text.',
    `The workspace holds up to ${WORKSPACE_MAX_BYTES / 1_000_000} MB, each file up to ${WORKSPACE_FILE_MAX_BYTES / 1_000_000} MB. Files outside ${WORKSPACE_ROOT} are gone after a reload.`,
  ],
}

/** Opens the embedded sandbox: files in memory, saved in batches; commands in threads of their own. */
export async function openEmbeddedSandbox(parts: EmbeddedParts): Promise<Sandbox> {
  const { clock, store } = parts
  const feed = new ChangeFeed(clock)
  let flusher: WorkspaceFlusher | null = null
  const tree = new FileTree(
    () => clock.now(),
    (path, kind) => {
      if (isInWorkspace(path)) feed.add(path, kind)
      flusher?.add(path, kind)
    },
    parts.limits ?? TREE_LIMITS,
  )
  for (const path of [WORKSPACE_ROOT, '/tmp', '/dev', '/bin', '/usr/bin', '/home/user']) tree.makeDirectory(path, true)
  if (store !== null) {
    const skipped = loadFiles(tree, await store.load(parts.workspaceId))
    if (skipped > 0) {
      parts.onStorageFailure({
        stage: 'storage',
        kind: 'corrupt-record',
        message: `${skipped} stored files could not be brought back, because their records are damaged or no longer fit. The other files are there.`,
        retryable: false,
      })
    }
    flusher = new WorkspaceFlusher(parts.workspaceId, store, tree, clock, (failure) => parts.onStorageFailure(failure))
  }
  const pool = new ShellPool(() => parts.spawnShell(), tree, clock)
  pool.warm()
  return new EmbeddedSandbox(tree, feed, flusher, pool)
}

class EmbeddedSandbox implements Sandbox {
  readonly abilities = ABILITIES
  private readonly files: WorkspaceFiles
  private closing: Promise<void> | null = null

  constructor(
    private readonly tree: FileTree,
    private readonly feed: ChangeFeed,
    private readonly flusher: WorkspaceFlusher | null,
    private readonly pool: ShellPool,
  ) {
    this.files = new WorkspaceFiles(tree)
  }

  async list(path: string, options: { depth: number; limit: number }, signal: AbortSignal) {
    signal.throwIfAborted()
    return this.files.list(path, options)
  }

  async stat(path: string, signal: AbortSignal) {
    signal.throwIfAborted()
    return this.files.stat(path)
  }

  async read(path: string, signal: AbortSignal) {
    signal.throwIfAborted()
    return this.files.read(path)
  }

  async write(path: string, bytes: Uint8Array, options: WriteOptions, signal: AbortSignal) {
    signal.throwIfAborted()
    this.refuseClosed()
    return this.files.write(path, bytes, options)
  }

  async edit(path: string, request: EditRequest, signal: AbortSignal) {
    signal.throwIfAborted()
    this.refuseClosed()
    return this.files.edit(path, request)
  }

  async remove(path: string, signal: AbortSignal) {
    signal.throwIfAborted()
    this.refuseClosed()
    this.files.remove(path)
  }

  async glob(request: GlobRequest, signal: AbortSignal) {
    signal.throwIfAborted()
    return globFiles(this.files, request, signal)
  }

  async grep(request: GrepRequest, signal: AbortSignal) {
    signal.throwIfAborted()
    return grepFiles(this.files, request, signal)
  }

  /** The working directory may be outside the workspace (`/tmp`), where the last command went there. */
  async exec(request: ExecRequest, signal: AbortSignal) {
    this.refuseClosed()
    const env = carriedEnv(request.env)
    const cwd = request.cwd.startsWith('/') ? request.cwd : workspacePath(request.cwd)
    if (!this.isDirectory(cwd)) {
      // Told like a failed command, and sent home, so that the next one runs.
      request.onOutput(
        'stderr',
        `cd: ${cwd}: the directory does not exist (any more). The next command starts in ${WORKSPACE_ROOT}.\n`,
      )
      return {
        exitCode: 1,
        timedOut: false,
        aborted: signal.aborted,
        durationMs: 0,
        cwd: WORKSPACE_ROOT,
        env,
        tellsReads: true,
      }
    }
    const told = {
      onOutput: (stream: 'stdout' | 'stderr', text: string) => request.onOutput(stream, text),
      onRead: (path: string) => request.onRead?.(path),
    }
    return this.pool.run({ ...request, cwd, env, ...told }, signal)
  }

  watch(listener: (changes: readonly FileChange[]) => void, signal: AbortSignal) {
    return this.feed.watch(listener, signal)
  }

  async snapshot(signal: AbortSignal): Promise<Snapshot> {
    signal.throwIfAborted()
    const files = new Map<string, Uint8Array>()
    visit(this.tree.node(WORKSPACE_ROOT), WORKSPACE_ROOT, (path, node) => {
      if (node.kind === 'file') files.set(path, node.bytes)
    })
    const paths = [...files.keys()].toSorted()
    return { paths: () => paths, read: (path) => files.get(path) }
  }

  async flush(signal: AbortSignal) {
    signal.throwIfAborted()
    this.refuseClosed('storage')
    const failure = this.flusher === null ? null : await untilAborted(this.flusher.flush(), signal)
    if (failure !== null) throw new FailureError(failure)
  }

  close() {
    this.closing ??= this.end()
    return this.closing
  }

  private async end(): Promise<void> {
    this.pool.close()
    this.feed.close()
    await this.flusher?.close()
  }

  /** What came later would be lost, though its caller was told that it happened. */
  private refuseClosed(stage: 'execution' | 'storage' = 'execution'): void {
    if (this.closing !== null) throw sandboxClosed(stage)
  }

  private isDirectory(path: string): boolean {
    try {
      return this.tree.node(path).kind === 'directory'
    } catch {
      return false
    }
  }
}

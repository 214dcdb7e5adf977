import type { FileEntry } from '../views.ts'

/** The root of every workspace. All paths given to a sandbox are absolute below it, or relative to it. */
export const WORKSPACE_ROOT = '/workspace'

/** Which sandbox (spec section 9). A name here is no claim that it can run; `createSandbox` says. */
export const SANDBOX_TYPES = ['embedded', 'webcontainer', 'e2b', 'daytona'] as const
export type SandboxType = (typeof SANDBOX_TYPES)[number]

/** A file's bytes with the revision that names exactly these bytes (equal bytes, equal revision). */
export interface FileContent {
  readonly path: string
  readonly bytes: Uint8Array
  readonly revision: string
}

export interface WriteOptions {
  /** Refuse (`changed-since-read`) unless the file's revision is this; null: unless it does not exist. */
  readonly expect?: string | null
}

/** A literal replacement. `$&` and the like have no meaning. Line ends of the file are kept. */
export interface EditRequest {
  readonly oldText: string
  readonly newText: string
  /** Replace every occurrence; otherwise `oldText` must be unique. */
  readonly all: boolean
  readonly expect?: string
}

export interface EditOutcome {
  readonly revision: string
  readonly before: Uint8Array
  readonly after: Uint8Array
  readonly replacements: number
}

export interface GlobRequest {
  /** `**`, `*`, `?`, `[ab]`, `{a,b}`; matched against the path relative to `path`. A dot-file needs a literal dot. */
  readonly pattern: string
  readonly path: string
  readonly limit: number
}

export interface GrepRequest {
  /** A regular expression without look-around and back-references (as RE2 reads it), or plain text where `literal`. */
  readonly pattern: string
  readonly literal: boolean
  readonly ignoreCase: boolean
  readonly path: string
  /** Only files whose path matches this glob. */
  readonly glob: string | null
  readonly limit: number
}

export interface GrepMatch {
  readonly path: string
  /** From 1. */
  readonly line: number
  readonly text: string
}

/** Matches by path and line. `omitted` counts those past the limit, `skippedBinary` files that were not searched. */
export interface GrepOutcome {
  readonly matches: GrepMatch[]
  readonly omitted: number
  readonly skippedBinary: number
  /** Where lines were too long for the pattern: how many, and how many of their characters were searched. */
  readonly cut?: { readonly lines: number; readonly chars: number }
}

export interface ExecRequest {
  /** A script for the sandbox's shell. */
  readonly command: string
  readonly cwd: string
  /** Variables that decide which program or startup file runs (`PATH`, `BASH_ENV`, `LD_*`, …) are left out. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** The command is ended after this; the outcome says `timedOut`. */
  readonly timeoutMs: number
  /** Called for each piece of output, in order, as it is produced. */
  onOutput(stream: 'stdout' | 'stderr', text: string): void
  /**
   * Called with the path of each file whose content the script was given, copied or moved, links followed, before it has
   * it. Where that is another path than the script used, with that one, too. Must not throw.
   */
  onRead?(path: string): void
}

export interface ExecOutcome {
  /** 124 for a time-out, 137 where it was ended by force. */
  readonly exitCode: number
  readonly timedOut: boolean
  readonly aborted: boolean
  readonly durationMs: number
  /** Where the script ended, and its exported variables (without those): the caller hands them to the next `exec`. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** `onRead` was told of every file. False where the sandbox cannot see what its programs read. */
  readonly tellsReads: boolean
}

export interface FileChange {
  readonly path: string
  readonly kind: 'created' | 'modified' | 'deleted'
}

/** The workspace as it stood at one moment; cheap to take. */
export interface Snapshot {
  /** Absolute paths of all files, sorted. */
  paths(): readonly string[]
  /** The bytes, or undefined where there was no such file. */
  read(path: string): Uint8Array | undefined
}

/** What a sandbox can do here, shown to the user (spec SB2). */
export interface SandboxAbilities {
  readonly type: SandboxType
  readonly runsProcesses: boolean
  readonly network: boolean
  /** What it cannot do, in sentences. */
  readonly limits: readonly string[]
}

/**
 * A workspace and a shell (spec SB1). Promises, the same for every adapter and held by one suite:
 * - Paths that leave the root (`..`, links, NUL, odd Unicode) fail with `outside-workspace`.
 * - Failures are `FailureError`s of stage `execution`, of `flush` of stage `storage`; nothing else is thrown but the signal's reason.
 * - Every operation ends within 1 s of its signal's abort. What was written before stays.
 * - What one `exec` defines changes no command of the next: no `PATH`, alias or function outlives it, so a
 *   plain `ls` is always the sandbox's own.
 * - `exec` resolves also when the script failed, timed out or was aborted; it rejects only where no
 *   shell could be started.
 */
export interface Sandbox {
  readonly abilities: SandboxAbilities
  /** Entries of one directory by name, or with `depth > 1` of its tree; `omitted` counts those past `limit`. */
  list(
    path: string,
    options: { depth: number; limit: number },
    signal: AbortSignal,
  ): Promise<{ entries: FileEntry[]; omitted: number }>
  stat(path: string, signal: AbortSignal): Promise<FileEntry | null>
  read(path: string, signal: AbortSignal): Promise<FileContent>
  /** Creates parent directories. Returns the new revision and what was there before. */
  write(
    path: string,
    bytes: Uint8Array,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<{ revision: string; before: Uint8Array | null }>
  edit(path: string, request: EditRequest, signal: AbortSignal): Promise<EditOutcome>
  /** Removes a file or a whole directory. */
  remove(path: string, signal: AbortSignal): Promise<void>
  /** `hidden` counts the files, but those in `.git`, that only fail to match because a wildcard is no leading dot. */
  glob(request: GlobRequest, signal: AbortSignal): Promise<{ paths: string[]; omitted: number; hidden: number }>
  grep(request: GrepRequest, signal: AbortSignal): Promise<GrepOutcome>
  exec(request: ExecRequest, signal: AbortSignal): Promise<ExecOutcome>
  /** Reports changes, whoever made them, in batches. Returns the function that ends it; the signal ends it too. */
  watch(listener: (changes: readonly FileChange[]) => void, signal: AbortSignal): () => void
  snapshot(signal: AbortSignal): Promise<Snapshot>
  /**
   * Resolves when everything written so far, by whomever, is durable: the next opening finds it even where this
   * tab dies now. Where a sandbox keeps nothing beyond its own life, at once. What could not be stored stays
   * readable here and is tried again later.
   * @throws FailureError of stage `storage` (`storage-full`, …) where not all of it could be stored
   */
  flush(signal: AbortSignal): Promise<void>
  /**
   * Writes out what is not stored yet and frees workers. From its call on nothing is taken any more: `write`, `edit`,
   * `remove`, `exec` and `flush` fail with `unavailable`. Called again, it waits for the same end.
   */
  close(): Promise<void>
}

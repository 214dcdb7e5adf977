/** One file operation that a shell asks of the tree. Paths are absolute; the reply is described by `FileReply`. */
export type FileCall =
  | { readonly op: 'read'; readonly path: string }
  | { readonly op: 'write'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly op: 'append'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly op: 'stat'; readonly path: string; readonly follow: boolean }
  | { readonly op: 'list'; readonly path: string }
  | { readonly op: 'mkdir'; readonly path: string; readonly recursive: boolean }
  | { readonly op: 'remove'; readonly path: string; readonly recursive: boolean; readonly force: boolean }
  | { readonly op: 'copy'; readonly from: string; readonly to: string; readonly recursive: boolean }
  | { readonly op: 'move'; readonly from: string; readonly to: string }
  | { readonly op: 'symlink'; readonly target: string; readonly path: string }
  | { readonly op: 'readlink'; readonly path: string }
  | { readonly op: 'realpath'; readonly path: string }
  | { readonly op: 'chmod'; readonly path: string; readonly mode: number }
  | { readonly op: 'utimes'; readonly path: string; readonly modifiedAt: number }
  | { readonly op: 'usage' }

/** What `stat` answers; null where there is nothing. */
export interface StatReply {
  readonly kind: 'file' | 'directory' | 'link'
  readonly size: number
  readonly mode: number
  readonly modifiedAt: number
}

/** What all files together take, and the most that they may. */
export interface UsageReply {
  readonly bytes: number
  readonly entries: number
  readonly maxBytes: number
  readonly maxFileBytes: number
  readonly maxEntries: number
}

/** What each operation answers: bytes, a stat, names with kinds, a path, the usage, or nothing. */
export type FileReply =
  Uint8Array | StatReply | UsageReply | null | string | readonly (readonly [name: string, kind: StatReply['kind']])[]

/** From the sandbox to a shell thread. A thread runs one script at a time; `run` numbers them. */
export type ToShell =
  | {
      readonly kind: 'exec'
      readonly run: number
      readonly script: string
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
      readonly stdin: string
    }
  | { readonly kind: 'abort'; readonly run: number }
  /** So many characters of output were taken; the shell may send as many more. */
  | { readonly kind: 'taken'; readonly run: number; readonly chars: number }
  | { readonly kind: 'reply'; readonly id: number; readonly value: FileReply }
  | { readonly kind: 'refusal'; readonly id: number; readonly code: string; readonly message: string }

/** From a shell thread to the sandbox. */
export type FromShell =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly run: number; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  | {
      readonly kind: 'done'
      readonly run: number
      readonly exitCode: number
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
    }
  | { readonly kind: 'files'; readonly id: number; readonly call: FileCall }

/**
 * A thread with a shell in it. `port` speaks `ToShell` and `FromShell`; `died` resolves with the reason if
 * the thread ends by itself or never starts; `terminate` ends it at once, whatever it does.
 */
export interface ShellThread {
  readonly port: MessagePort
  readonly died: Promise<string>
  terminate(): void
}

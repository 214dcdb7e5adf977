import { FailureError, type Failure } from '#contracts/failure.ts'
import type { ExecOutcome, Sandbox } from '#contracts/ports/sandbox.ts'

/** Opens an empty sandbox that the suite closes after the test. */
export type Fresh = () => Promise<Sandbox>

/** A piece of output as `exec` told it. */
export interface Said {
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** A signal that never aborts. */
export const never = new AbortController().signal

/** Writes text. */
export function put(sandbox: Sandbox, path: string, text: string) {
  return sandbox.write(path, bytesOf(text), {}, never)
}

/** Reads text. */
export async function get(sandbox: Sandbox, path: string): Promise<string> {
  return textOf((await sandbox.read(path, never)).bytes)
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly timeoutMs?: number
  readonly keep?: boolean
  readonly onText?: (text: string) => void
  readonly onRead?: (path: string) => void
}

/** Runs one command and keeps what it said. */
export async function run(
  sandbox: Sandbox,
  command: string,
  options: RunOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<{ outcome: ExecOutcome; said: Said[] }> {
  const said: Said[] = []
  const outcome = await sandbox.exec(
    {
      command,
      cwd: options.cwd ?? '/workspace',
      env: options.env ?? {},
      stdin: options.stdin ?? '',
      timeoutMs: options.timeoutMs ?? 30_000,
      onOutput(stream, text) {
        if (options.keep !== false) said.push({ stream, text })
        options.onText?.(text)
      },
      ...(options.onRead === undefined ? {} : { onRead: options.onRead }),
    },
    signal,
  )
  return { outcome, said }
}

export function text(said: readonly Said[]): string {
  return said.map((piece) => piece.text).join('')
}

/** Pieces of one stream that follow each other, as one. */
export function merged(said: readonly Said[]): Said[] {
  const all: Said[] = []
  for (const piece of said) {
    const last = all.at(-1)
    if (last?.stream === piece.stream) all[all.length - 1] = { stream: piece.stream, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error: unknown = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof FailureError)) throw error
  return error.failure
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

import { fail, type FailureError } from '#contracts/failure.ts'
import { SHELL_HARD_ABORT_AFTER_MS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ExecOutcome, ExecRequest } from '#contracts/ports/sandbox.ts'
import { serveFileCall } from './file-service.ts'
import type { FileTree } from './file-tree.ts'
import type { FromShell, ShellThread, ToShell } from './shell-protocol.ts'
import { FsError } from './tree-nodes.ts'

/** A thread that does not answer within this is taken as not started: loading takes well under a second. */
const START_MAX_MS = 20_000

interface Running {
  readonly run: number
  readonly request: ExecRequest
  finish(end: { exitCode: number; cwd: string; env: Readonly<Record<string, string>>; forced: boolean }): void
}

/** The sandbox's end of one shell thread: runs one script at a time and answers its file operations. */
export class ShellClient {
  /** Resolves once the thread answers, rejects once it is ended. @throws FailureError `unavailable` */
  readonly ready: Promise<void>
  /** The thread is gone: it was terminated, or died. */
  dead = false
  private lastRun = 0
  private running: Running | null = null
  private giveUpStart: (why: FailureError) => void = () => {}

  constructor(
    private readonly thread: ShellThread,
    private readonly tree: FileTree,
    private readonly clock: Clock,
  ) {
    this.ready = new Promise((resolve, reject) => {
      const give = (why: string) => {
        this.running?.request.onOutput('stderr', `sh: the shell ended unexpectedly: ${why}\n`)
        // First the reason: `end` gives one of its own.
        reject(
          fail(
            'execution',
            'unavailable',
            `The shell could not be started: ${why}. Reload the page, or go on with file tools only.`,
          ),
        )
        this.end()
      }
      const cancel = clock.after(START_MAX_MS, () => give('its thread does not answer'))
      this.giveUpStart = (why) => {
        cancel()
        reject(why)
      }
      void thread.died.then((why) => {
        cancel()
        give(why)
      })
      thread.port.addEventListener('message', (event: MessageEvent<FromShell>) => {
        if (event.data.kind === 'ready') {
          cancel()
          resolve()
        } else this.receive(event.data)
      })
      thread.port.start()
    })
    // Whoever runs a script sees the failure; a spare that nobody uses must not end the process with it.
    this.ready.catch(() => {})
  }

  get busy(): boolean {
    return this.running !== null
  }

  /**
   * Runs a script. An abort or a time-out first asks the shell to stop; without an answer the thread is
   * ended by force, after which this client is dead. Resolves in every case.
   */
  run(request: ExecRequest, signal: AbortSignal): Promise<ExecOutcome> {
    const began = this.clock.ticks()
    this.lastRun += 1
    const run = this.lastRun
    return new Promise((resolve) => {
      let why: 'aborted' | 'timedOut' | null = null
      let cancelForce = () => {}
      const stop = (reason: 'aborted' | 'timedOut') => {
        if (why !== null) return
        why = reason
        this.post({ kind: 'abort', run })
        cancelForce = this.clock.after(SHELL_HARD_ABORT_AFTER_MS, () => this.end())
      }
      const onAbort = () => stop('aborted')
      const cancelTimeout = this.clock.after(request.timeoutMs, () => stop('timedOut'))
      signal.addEventListener('abort', onAbort, { once: true })
      this.running = {
        run,
        request,
        finish: ({ exitCode, cwd, env, forced }) => {
          cancelTimeout()
          cancelForce()
          signal.removeEventListener('abort', onAbort)
          this.running = null
          resolve({
            exitCode: why === 'timedOut' ? 124 : why === 'aborted' || forced ? 137 : exitCode,
            timedOut: why === 'timedOut',
            aborted: why === 'aborted',
            durationMs: this.clock.ticks() - began,
            cwd,
            env,
            tellsReads: true,
          })
        },
      }
      const { command, cwd, env, stdin } = request
      this.post({ kind: 'exec', run, script: command, cwd, env, stdin })
      if (signal.aborted) onAbort()
    })
  }

  /** Ends the thread at once. A script in it ends with what it had. */
  end(): void {
    if (this.dead) return
    this.dead = true
    this.thread.terminate()
    this.giveUpStart(fail('execution', 'unavailable', 'The shell was ended before it had started.'))
    const { running } = this
    running?.finish({ exitCode: 137, cwd: running.request.cwd, env: running.request.env, forced: true })
  }

  private receive(message: FromShell): void {
    if (this.dead) return
    switch (message.kind) {
      case 'output':
        if (this.running?.run !== message.run) return
        this.running.request.onOutput(message.stream, message.text)
        this.post({ kind: 'taken', run: message.run, chars: message.text.length })
        return
      case 'done':
        if (this.running?.run === message.run) this.running.finish({ ...message, forced: false })
        return
      case 'files':
        this.answer(message)
        return
      case 'ready':
    }
  }

  private answer({ id, call }: Extract<FromShell, { kind: 'files' }>): void {
    try {
      this.post({
        kind: 'reply',
        id,
        value: serveFileCall(this.tree, call, (path) => this.running?.request.onRead?.(path)),
      })
    } catch (error) {
      const code = error instanceof FsError ? error.code : 'EIO'
      this.post({ kind: 'refusal', id, code, message: error instanceof Error ? error.message : String(error) })
    }
  }

  private post(message: ToShell): void {
    if (!this.dead) this.thread.port.postMessage(message)
  }
}

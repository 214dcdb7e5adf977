import { fail, type FailureError } from '#contracts/failure.ts'
import { SAFE_CONCURRENCY } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { ExecOutcome, ExecRequest } from '#contracts/ports/sandbox.ts'
import { untilAborted } from '../../until-aborted.ts'
import type { FileTree } from './file-tree.ts'
import { ShellClient } from './shell-client.ts'
import type { ShellThread } from './shell-protocol.ts'

/**
 * The shell threads of one sandbox. Each script has a thread of its own while it runs, so that ending one by
 * force touches no other. One idle thread is kept warm.
 */
export class ShellPool {
  private clients: ShellClient[] = []
  private readonly claimed = new Set<ShellClient>()
  private waiting: (() => void)[] = []
  private closed = false

  constructor(
    private readonly spawn: () => ShellThread,
    private readonly tree: FileTree,
    private readonly clock: Clock,
  ) {}

  /** Starts a thread ahead of its use. */
  warm(): void {
    if (this.closed || this.clients.some((client) => !client.busy)) return
    try {
      this.clients.push(new ShellClient(this.spawn(), this.tree, this.clock))
    } catch {
      // Said where it matters: at the first script.
    }
  }

  /** Runs a script, after others where all threads are taken. @throws FailureError `unavailable` */
  async run(request: ExecRequest, signal: AbortSignal): Promise<ExecOutcome> {
    const began = this.clock.ticks()
    const client = await this.claim(signal)
    if (client === null) return notRun(request, this.clock.ticks() - began)
    try {
      return await client.run(request, signal)
    } finally {
      this.release(client)
    }
  }

  close(): void {
    this.closed = true
    for (const client of this.clients) client.end()
    this.clients = []
    for (const wake of this.waiting.splice(0)) wake()
  }

  /** A ready idle thread, or null once the signal aborts. */
  private async claim(signal: AbortSignal): Promise<ShellClient | null> {
    for (;;) {
      if (signal.aborted) return null
      if (this.closed) throw sandboxClosed('execution')
      this.clients = this.clients.filter((client) => !client.dead)
      const idle = this.clients.find((client) => !client.busy && !this.claimed.has(client))
      if (idle !== undefined || this.clients.length < SAFE_CONCURRENCY) {
        const client = idle ?? this.add()
        this.claimed.add(client)
        try {
          await untilAborted(client.ready, signal)
          return client
        } catch (error) {
          // Whoever waits for a thread may have this one's place.
          this.release(client)
          if (signal.aborted) return null
          // Closing ends what starts; why is said at the top.
          if (this.closed) continue
          throw error
        }
      }
      await untilAborted(new Promise<void>((resolve) => this.waiting.push(resolve)), signal).catch(() => {})
    }
  }

  private add(): ShellClient {
    try {
      const client = new ShellClient(this.spawn(), this.tree, this.clock)
      this.clients.push(client)
      return client
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw fail(
        'execution',
        'unavailable',
        `The shell could not be started: ${why}. Reload the page, or go on with file tools only.`,
      )
    }
  }

  private release(client: ShellClient): void {
    this.claimed.delete(client)
    this.clients = this.clients.filter((other) => !other.dead)
    const idle = this.clients.filter((other) => !this.claimed.has(other))
    for (const spare of idle.slice(1)) spare.end()
    this.clients = this.clients.filter((other) => !other.dead)
    this.warm()
    // All of them: one that was aborted meanwhile would swallow the only call.
    for (const wake of this.waiting.splice(0)) wake()
  }
}

/** What a closed sandbox says to whatever would change something. */
export function sandboxClosed(stage: 'execution' | 'storage'): FailureError {
  return fail(stage, 'unavailable', 'This sandbox is closed. Open the session again.')
}

/** What is said of a script that was aborted before it began. */
function notRun(request: ExecRequest, durationMs: number): ExecOutcome {
  const { cwd, env } = request
  return { exitCode: 137, timedOut: false, aborted: true, durationMs, cwd, env, tellsReads: true }
}

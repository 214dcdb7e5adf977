import type { CommandInput, CommandName, CommandOutput, CommandResult } from '#contracts/commands.ts'
import type { EventBatch, RuntimeEvent } from '#contracts/events.ts'
import type { Failure } from '#contracts/failure.ts'
import type { BootReport } from '#contracts/runtime.ts'
import type { RuntimeClient } from '#page/runtime.ts'

type Handler<N extends CommandName> = (
  input: CommandInput<N>,
  signal: AbortSignal | undefined,
) => CommandOutput<N> | Failure | Promise<CommandOutput<N> | Failure>
export type Handlers = { [N in CommandName]?: Handler<N> }

/**
 * The agent's thread as a page sees it, played by a script: commands are answered by `handlers`, events
 * are whatever `emit` is given. It keeps every command that came, for tests to look at.
 */
export class FakeRuntime implements RuntimeClient {
  readonly calls: { name: CommandName; input: unknown }[] = []
  handlers: Handlers
  bootReport: BootReport | null = { ok: true }
  #listeners = new Set<(batch: EventBatch) => void>()
  #next = 0

  constructor(handlers: Handlers) {
    this.handlers = handlers
  }

  /** The number that the next event will have. */
  get nextEvent(): number {
    return this.#next
  }

  /** Never settles while `bootReport` is null: a thread that does not answer. */
  boot(): Promise<BootReport> {
    return this.bootReport === null ? new Promise(() => {}) : Promise.resolve(this.bootReport)
  }

  async call<N extends CommandName>(name: N, input: CommandInput<N>, signal?: AbortSignal): Promise<CommandResult<N>> {
    this.calls.push({ name, input })
    const handler = this.handlers[name] as Handler<N> | undefined
    if (handler === undefined)
      return {
        ok: false,
        failure: { stage: 'command', kind: 'internal', message: `Nothing answers ${name} here.`, retryable: false },
      }
    const answer = await handler(input, signal)
    return isFailure(answer) ? { ok: false, failure: answer } : { ok: true, value: answer }
  }

  subscribe(_since: number, onBatch: (batch: EventBatch) => void): () => void {
    this.#listeners.add(onBatch)
    return () => this.#listeners.delete(onBatch)
  }

  warmUp(): Promise<void> {
    return Promise.resolve()
  }

  /** Hands events over at once, as one batch. */
  emit(...events: RuntimeEvent[]): void {
    const batch: EventBatch = { kind: 'events', first: this.#next, events }
    this.#next += events.length
    for (const listener of this.#listeners) listener(batch)
  }
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && 'stage' in answer && 'retryable' in answer
}

import type { ApprovalAnswer, HumanAnswer } from '#contracts/approvals.ts'
import type { OpenSession } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { fail, type Failure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { QueuedMessage, Session, TurnDiff } from '#contracts/sessions.ts'
import { callView } from './call-view.ts'
import type { Journal } from './journal.ts'
import { editQueued, enqueue } from './message-queue.ts'
import { Pending } from './pending.ts'
import type { AgentPorts } from './ports.ts'
import type { Recovered } from './recover.ts'
import { createRun } from './session-run.ts'
import { SessionState, type SessionChange } from './session-state.ts'
import { SessionTurns } from './session-turns.ts'

/** What a session host shares with the runtime that opened it. */
export interface SessionShare {
  readonly ports: AgentPorts
  readonly model: ModelPort
  readonly journal: Journal
  emit(event: RuntimeEvent): void
}

/** One session, opened for writing: its turns, its queue, its questions. One at a time per session and tab. */
export class SessionHost {
  readonly #state: SessionState
  readonly #pending: Pending
  readonly #turns: SessionTurns
  readonly #watching = new AbortController()
  #inUse = 0
  #unused: (() => void)[] = []
  #closed = false

  constructor(
    session: Session,
    readonly sandbox: Sandbox | null,
    sandboxFailure: Failure | null,
    private readonly share: SessionShare,
  ) {
    this.#state = new SessionState(session, share)
    this.#pending = new Pending(session.id, share.ports.store, share.emit, () => this.#turns.showWaiting())
    const run = createRun({ share, sandbox, sandboxFailure, pending: this.#pending, state: this.#state })
    this.#turns = new SessionTurns({ state: this.#state, run, sandbox, waiting: () => this.#pending.count })
    sandbox?.watch((changes) => {
      share.emit({ type: 'workspace', workspaceId: session.workspaceId, changes: [...changes] })
    }, this.#watching.signal)
  }

  /** No turn and no command at work: it can be closed without losing anything. */
  get isIdle(): boolean {
    return !this.#turns.running && this.#inUse === 0
  }

  get closed(): boolean {
    return this.#closed
  }

  get record(): Session {
    return this.#state.record
  }

  /** Runs a command on it; closing waits until it has ended. The caller has seen that it is not `closed`. */
  async use<T>(work: (host: this) => Promise<T>): Promise<T> {
    this.#inUse += 1
    try {
      return await work(this)
    } finally {
      this.#inUse -= 1
      if (this.#inUse === 0) for (const tell of this.#unused.splice(0)) tell()
    }
  }

  /** What a page needs to show the session: the newest messages and what waits. */
  async view(): Promise<OpenSession> {
    const { store, registry } = this.share.ports
    const tail = await store.tail(this.record.id, SESSION_TAIL_MESSAGES)
    const waiting = await store.pending(this.record.id)
    // What has ended waits no more, also where its question could not be removed.
    const open = new Set((await store.openCalls(this.record.id)).map(({ callId }) => callId))
    const waits = ({ callId }: { callId: string }): boolean => open.has(callId)
    return {
      session: this.record,
      messages: tail.messages,
      calls: tail.calls.map((record) => callView(record, registry)),
      approvals: waiting.approvals.filter(waits),
      questions: waiting.questions.filter(waits),
      access: 'write',
      hasOlder: tail.hasOlder,
    }
  }

  /**
   * Goes on where a closed tab left off: waits again for the same answers, or says that it was interrupted.
   * What waits in the queue goes on waiting: opening a session must not send anything.
   */
  async resume(recovered: Recovered): Promise<void> {
    const { turn } = this.record
    if (recovered.reopened.length > 0) {
      this.#turns.reopen(
        recovered.reopened[0]?.turnId ?? turn.turnId ?? this.share.ports.clock.newId(),
        recovered.reopened,
      )
    } else if (recovered.interrupted || turn.status === 'running' || turn.status === 'waiting') {
      const more = { canGoOn: true, toModel: true, turnId: turn.turnId ?? '' }
      await this.#state.note('interrupted', 'The tab closed while this turn was running.', more)
      await this.#state.update({ turn: { status: 'interrupted', turnId: turn.turnId, startedAt: null } })
    }
  }

  update(change: Pick<SessionChange, 'title' | 'mode' | 'model'>): Promise<void> {
    return this.#state.update(change)
  }

  /** Sends a message, or queues it while a turn runs. Resolves once it is stored. */
  async send(message: QueuedMessage): Promise<{ queued: boolean }> {
    if (message.text.trim() === '' && message.attachments.length === 0) {
      throw fail('command', 'invalid', 'The message is empty. Write something or attach a file.')
    }
    if (this.#turns.running) {
      await this.#state.update(({ queue }) => ({ queue: enqueue(queue, message) }))
      return { queued: true }
    }
    await this.#turns.begin(message)
    return { queued: false }
  }

  /** Changes a waiting message, or removes it where `text` is null. */
  async editQueued(id: string, text: string | null): Promise<void> {
    await this.#state.update(({ queue }) => ({ queue: editQueued(queue, id, text) }))
  }

  /** Stops the running turn and waits until it has come to rest. */
  stop(): Promise<void> {
    return this.#turns.stop()
  }

  /** Goes on after a stop, a budget or an interruption. Throws `locked` while a turn runs. */
  goOn(): Promise<void> {
    return this.#turns.begin({ id: this.share.ports.clock.newId(), text: 'Go on.', attachments: [] })
  }

  answerApproval(id: string, answer: ApprovalAnswer): void {
    this.#pending.answerApproval(id, answer)
  }

  answerQuestion(id: string, answer: HumanAnswer): void {
    this.#pending.answerQuestion(id, answer)
  }

  /** What a turn changed in the workspace; null for the newest. */
  diff(turnId: string | null): Promise<TurnDiff | null> {
    return this.#turns.diff(turnId)
  }

  /** Ends the turn, waits for commands at work, and frees the sandbox. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#turns.close()
    if (this.#inUse > 0) await new Promise<void>((resolve) => this.#unused.push(resolve))
    await this.#state.close()
    this.#watching.abort()
    await this.sandbox?.close()
  }
}

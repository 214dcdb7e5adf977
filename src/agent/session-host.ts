import type { ApprovalAnswer, HumanAnswer } from '#contracts/approvals.ts'
import type { OpenSession } from '#contracts/commands.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { QueuedMessage, Session, TurnDiff } from '#contracts/sessions.ts'
import { callView } from './call-view.ts'
import type { History } from './history/history.ts'
import { routeIntent } from './intents.ts'
import { editQueued, enqueue } from './message-queue.ts'
import { Pending } from './pending.ts'
import { personalMessage, type PersonalCall } from './personal-call.ts'
import type { Recovered } from './recover.ts'
import { createRun, type SessionRun } from './session-run.ts'
import type { SessionShare } from './session-share.ts'
import { SessionState, type SessionChange } from './session-state.ts'
import { SessionTurns } from './session-turns.ts'

/** One session, opened for writing: its turns, its queue, its questions. One at a time per session and tab. */
export class SessionHost {
  readonly #state: SessionState
  readonly #pending: Pending
  readonly #run: SessionRun
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
    this.#run = createRun({ share, sandbox, sandboxFailure, pending: this.#pending, state: this.#state })
    this.#turns = new SessionTurns({ state: this.#state, run: this.#run, sandbox, waiting: () => this.#pending.count })
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

  /** The sandbox. Throws `unavailable` where there is none here. */
  get workspace(): Sandbox {
    if (this.sandbox === null) throw fail('command', 'unavailable', 'This session has no workspace here.')
    return this.sandbox
  }

  /** For looking only: the run that decides, and the conversation as the model is told of it. */
  get inspected(): { readonly run: SessionRun; history(): Promise<History> } {
    return { run: this.#run, history: () => this.#state.history() }
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
    const turnId = recovered.reopened[0]?.turnId ?? turn.turnId ?? this.share.ports.clock.newId()
    // A call that the person typed says by its own line how it ended; there is no turn of the model's to go on with.
    const newest = recovered.messages.findLast((message) => message.role !== 'note')
    const personal =
      newest?.role === 'user' && newest.act !== undefined && newest.parts.some((part) => part.type === 'call')
    const running = turn.status === 'running' || turn.status === 'waiting'
    if (recovered.reopened.length > 0) {
      if (personal) this.#turns.reopenPersonal(turnId, recovered.reopened)
      else this.#turns.reopen(turnId, recovered.reopened)
    } else if (personal) {
      if (running) await this.#state.update({ turn: { status: 'idle', turnId: turn.turnId, startedAt: null } })
    } else if (recovered.interrupted || running) {
      const more = { canGoOn: true, toModel: true, turnId: turn.turnId ?? '' }
      await this.#state.note('interrupted', 'The tab closed while this turn was running.', more)
      await this.#state.update({ turn: { status: 'interrupted', turnId: turn.turnId, startedAt: null } })
    }
  }

  update(change: Pick<SessionChange, 'title' | 'mode' | 'model'>): Promise<void> {
    return this.#state.update(change)
  }

  /**
   * Sends a message, or queues it while a turn runs. Where messages wait from before a stop it goes behind them and
   * the oldest is sent: the order in which they were written is the order in which they go. Resolves once it is stored.
   */
  async send(message: QueuedMessage): Promise<{ queued: boolean }> {
    if (message.text.trim() === '' && message.attachments.length === 0) {
      throw fail('command', 'invalid', 'The message is empty. Write something or attach a file.')
    }
    if (this.#turns.running || this.record.queue.length > 0) {
      await this.#state.update(({ queue }) => ({ queue: enqueue(queue, message) }))
      // It is kept already: that the one before it could not be sent must not read as if this one were lost.
      await this.sendQueue().catch((error: unknown) => {
        const failure = toFailure(error, 'command')
        const text = `A waiting message could not be sent, and waits on: edit or remove it. ${failure.message}`
        this.share.emit({ type: 'notice', level: 'error', text, failure })
      })
      return { queued: true }
    }
    await this.#turns.begin(message)
    return { queued: false }
  }

  /** Begins a turn with the oldest message that waits; the others follow as each turn comes to rest. Not while one runs. */
  async sendQueue(): Promise<void> {
    if (this.record.queue.length > 0 && !this.#turns.running) await this.#turns.beginWaiting()
  }

  /**
   * Does what the person typed where it has the exact form of a native intent; false where it is a message for the
   * model. Throws `locked` while a turn runs: what he wants done now would be done later, in another state.
   */
  async intent(text: string, signal: AbortSignal): Promise<boolean> {
    const call = await routeIntent(text, this.sandbox, signal)
    if (call === null) return false
    await this.act(call)
    return true
  }

  /** Runs a call that the person typed. Resolves once it is stored; throws `locked` while a turn runs. */
  async act(call: PersonalCall): Promise<void> {
    if (this.#turns.running) throw fail('command', 'locked', BUSY)
    await this.#turns.act(call)
  }

  /**
   * Changes a setting that the person typed. It counts at once, as with the boxes below the message; where a turn
   * runs, the line that records it follows when the turn has come to rest. Where it throws, the setting is as it was.
   */
  async set(text: string, answer: string, change: Pick<SessionChange, 'mode' | 'model'>): Promise<void> {
    const line = (together: SessionChange): Promise<void> => {
      const turnId = this.record.turn.turnId ?? ''
      const message = personalMessage(text, { source: 'slash-command', answer }, turnId, this.#state)
      return this.#state.append(message, together)
    }
    if (!this.#turns.running) return this.#turns.between(() => line(change))
    const changed = this.#state.update(change)
    // No line says that a change was made which storage refused.
    await this.#turns.between(() =>
      changed.then(
        () => line({}),
        () => {},
      ),
    )
    await changed
  }

  /** Asks the page to show what the workspace contributes, so that the person may say whether it is trusted. */
  showTrust(): void {
    this.share.emit({ type: 'show-trust', sessionId: this.record.id })
  }

  /** Why this session cannot serve the capability of that name now, as a sentence; null where it can. */
  missing(tool: string): string | null {
    const found = this.share.ports.registry.lookup(tool)
    return found.known ? this.#run.availability.reason(found.spec) : `There is no tool named "${tool}".`
  }

  /** Changes a waiting message, or removes it where `text` is null. */
  async editQueued(id: string, text: string | null): Promise<void> {
    await this.#state.update(({ queue }) => ({ queue: editQueued(queue, id, text, this.#turns.sending) }))
  }

  /** Stops the running turn and waits until it has come to rest. */
  stop(): Promise<void> {
    return this.#turns.stop()
  }

  /** Goes on after a stop, a budget or an interruption. Throws `locked` while a turn runs. */
  goOn(): Promise<void> {
    return this.#turns.goOn({ id: this.share.ports.clock.newId(), text: 'Go on.', attachments: [] })
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

const BUSY =
  'A turn is still running, so nothing was done. Stop it or wait for its end; to send this as a message, put a space before it.'

import type { ApprovalAnswer, HumanAnswer } from '#contracts/approvals.ts'
import type { CallRecord } from '#contracts/calls.ts'
import type { OpenSession } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import {
  QUEUE_MAX_ATTACHMENT_CHARS,
  QUEUE_MAX_MESSAGES,
  SESSION_TAIL_MESSAGES,
  TURN_MAX_MS,
} from '#contracts/limits.ts'
import type { Message, NoteMessage, Part } from '#contracts/messages.ts'
import { addUsage } from '#contracts/models.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import { type Sandbox, type Snapshot } from '#contracts/ports/sandbox.ts'
import type { QueuedMessage, Session, TurnDiff, TurnStatus } from '#contracts/sessions.ts'
import { Budget } from './budget.ts'
import { callView } from './call-view.ts'
import { headOf } from '#tools/cut-text.ts'
import { Deadline, Deadlines } from './deadlines.ts'
import { loadHistory, type History } from './history/history.ts'
import type { Journal } from './journal.ts'
import { runTurn, type TurnEnd } from './loop.ts'
import { Pending } from './pending.ts'
import type { AgentPorts } from './ports.ts'
import type { Recovered } from './recover.ts'
import { createRun, type SessionRun } from './session-run.ts'
import { turnDiff } from './turn-diff.ts'
import { freePath, fromBase64 } from './workspace.ts'

const TITLE_CHARS = 60

/** What a session host shares with the runtime that opened it. */
export interface SessionShare {
  readonly ports: AgentPorts
  readonly model: ModelPort
  readonly journal: Journal
  emit(event: RuntimeEvent): void
}

/** One session, opened for writing: its turn, its queue, its questions. One at a time per session and tab. */
export class SessionHost {
  readonly pending: Pending
  /** Loaded with the first turn: showing a session reads only its tail (spec ST1). */
  #history: History | null = null
  readonly #run: SessionRun
  #turn: { id: string; controller: AbortController; done: Promise<void> } | null = null
  #baseline: { turnId: string; snapshot: Snapshot } | null = null
  #closed = false

  constructor(
    private session: Session,
    readonly sandbox: Sandbox | null,
    private readonly sandboxFailure: Failure | null,
    private readonly share: SessionShare,
  ) {
    this.pending = new Pending(session.id, share.ports.store, share.emit, () => this.#showWaiting())
    this.#run = createRun({
      share,
      sandbox,
      sandboxFailure,
      pending: this.pending,
      session: () => this.session,
      update: (change) => this.update(change),
    })
    const watching = new AbortController()
    sandbox?.watch((changes) => {
      share.emit({ type: 'workspace', workspaceId: session.workspaceId, changes: [...changes] })
    }, watching.signal)
  }

  /** No turn, nothing waiting: it can be closed without losing anything. */
  get isIdle(): boolean {
    return this.#turn === null
  }

  get record(): Session {
    return this.session
  }

  /** What a page needs to show the session: the newest messages and what waits. */
  async view(): Promise<OpenSession> {
    const { store } = this.share.ports
    const tail = await store.tail(this.session.id, SESSION_TAIL_MESSAGES)
    const waiting = await store.pending(this.session.id)
    return {
      session: this.session,
      messages: tail.messages,
      calls: tail.calls.map((record) => callView(record, this.share.ports.registry)),
      approvals: waiting.approvals,
      questions: waiting.questions,
      access: 'write',
      hasOlder: tail.hasOlder,
    }
  }

  /** Goes on where a closed tab left off: waits again for the same answers, or says that it was interrupted. */
  async resume(recovered: Recovered): Promise<void> {
    if (recovered.reopened.length > 0) {
      const turnId = recovered.reopened[0]?.turnId ?? this.share.ports.clock.newId()
      this.#start(turnId, recovered.reopened)
      return
    }
    if (recovered.interrupted || this.session.turn.status === 'running' || this.session.turn.status === 'waiting') {
      await this.#note('interrupted', 'The tab closed while this turn was running.', { canGoOn: true, toModel: true })
      await this.#setTurn('interrupted', this.session.turn.turnId)
    }
    await this.#nextQueued()
  }

  async update(
    change: Partial<
      Pick<
        Session,
        'title' | 'mode' | 'model' | 'todos' | 'allowances' | 'queue' | 'usage' | 'contextTokens' | 'turn' | 'nextSeq'
      >
    >,
  ): Promise<void> {
    this.session = { ...this.session, ...change, updatedAt: this.share.ports.clock.now() }
    this.share.emit({ type: 'session', session: this.session })
    await this.share.ports.store.saveSession(this.session)
  }

  /** Sends a message, or queues it while a turn runs. Resolves once it is stored. */
  async send(message: QueuedMessage): Promise<{ queued: boolean }> {
    if (message.text.trim() === '' && message.attachments.length === 0)
      throw fail('command', 'invalid', 'The message is empty. Write something or attach a file.')
    if (this.#turn !== null) {
      if (this.session.queue.length >= QUEUE_MAX_MESSAGES)
        throw fail('command', 'invalid', `${QUEUE_MAX_MESSAGES} messages wait already. Remove one, or stop the turn.`)
      const queue = [...this.session.queue, message]
      const chars = queue
        .flatMap((waiting) => waiting.attachments)
        .reduce((sum, attachment) => sum + attachment.base64.length, 0)
      if (chars > QUEUE_MAX_ATTACHMENT_CHARS)
        throw fail(
          'command',
          'too-large',
          'The attachments of the waiting messages are too large together. Send this one when the turn has ended.',
        )
      await this.update({ queue })
      return { queued: true }
    }
    await this.#begin(message)
    return { queued: false }
  }

  async editQueued(id: string, text: string | null): Promise<void> {
    if (!this.session.queue.some((message) => message.id === id))
      throw fail('command', 'not-found', 'That message does not wait any more: it has been sent.')
    const queue = this.session.queue.flatMap((message) =>
      message.id !== id ? [message] : text === null ? [] : [{ ...message, text }],
    )
    await this.update({ queue })
  }

  /** Stops the running turn and waits until it has come to rest. */
  async stop(): Promise<void> {
    this.#turn?.controller.abort(new DOMException('The user stopped the turn.', 'AbortError'))
    await this.#turn?.done
  }

  /** Goes on after a stop, a budget or an interruption. */
  async goOn(): Promise<void> {
    if (this.#turn !== null) throw fail('command', 'locked', 'The turn is still running.')
    await this.#begin({ id: this.share.ports.clock.newId(), text: 'Go on.', attachments: [] })
  }

  answerApproval(id: string, answer: ApprovalAnswer): void {
    this.pending.answerApproval(id, answer)
  }

  answerQuestion(id: string, answer: HumanAnswer): void {
    this.pending.answerQuestion(id, answer)
  }

  /** What the turn changed in the workspace: live for the running one, as stored for an earlier one. */
  async diff(turnId: string | null): Promise<TurnDiff | null> {
    const baseline = this.#baseline
    const wanted = turnId ?? baseline?.turnId ?? this.session.turn.turnId
    if (wanted === null) return null
    const live = await this.#liveDiff(wanted)
    return live ?? (await this.share.ports.store.turnDiff(this.session.id, wanted))
  }

  /** Ends the turn and frees the sandbox. */
  async close(): Promise<void> {
    this.#closed = true
    await this.stop()
    await this.sandbox?.close()
  }

  async #liveDiff(turnId: string): Promise<TurnDiff | null> {
    if (this.#baseline?.turnId !== turnId || this.sandbox === null || this.#turn === null) return null
    const now = await this.sandbox.snapshot(new AbortController().signal)
    return {
      sessionId: this.session.id,
      turnId,
      files: turnDiff(this.#baseline.snapshot, now),
      at: this.share.ports.clock.now(),
    }
  }

  /** Stores the person's message, with its attachments in the workspace, and starts a turn. */
  async #begin(message: QueuedMessage): Promise<void> {
    const { clock, store } = this.share.ports
    const turnId = clock.newId()
    const parts = await this.#parts(message)
    const seq = this.session.nextSeq
    const user: Message = {
      id: message.id,
      sessionId: this.session.id,
      seq,
      turnId,
      at: clock.now(),
      role: 'user',
      parts,
    }
    await store.saveMessage(user)
    this.#history?.put(user)
    this.share.emit({ type: 'message', message: user })
    const first = message.text.trim().split('\n')[0] ?? ''
    await this.update({
      nextSeq: seq + 1,
      ...(this.session.title === '' && first !== '' ? { title: headOf(first, TITLE_CHARS) } : {}),
    })
    this.#start(turnId, [])
  }

  async #parts(message: QueuedMessage): Promise<Part[]> {
    const parts: Part[] = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text }]
    for (const attachment of message.attachments) {
      if (attachment.kind === 'image')
        parts.push({ type: 'image', mediaType: attachment.mediaType, base64: attachment.base64, name: attachment.name })
      else parts.push(await this.#putFile(attachment.name, attachment.base64))
    }
    return parts
  }

  async #putFile(name: string, base64: string): Promise<Part> {
    if (this.sandbox === null)
      throw fail('command', 'unavailable', this.sandboxFailure?.message ?? 'There is no workspace to put files into.')
    const bytes = fromBase64(base64)
    const path = await freePath(this.sandbox, name)
    await this.sandbox.write(path, bytes, { expect: null }, new AbortController().signal)
    return { type: 'file', path, size: bytes.length }
  }

  #start(turnId: string, reopened: readonly CallRecord[]): void {
    const controller = new AbortController()
    const done = this.#drive(turnId, reopened, controller)
    this.#turn = { id: turnId, controller, done }
  }

  async #drive(turnId: string, reopened: readonly CallRecord[], controller: AbortController): Promise<void> {
    let end: TurnEnd
    try {
      await this.#setTurn('running', turnId)
      await this.#takeBaseline(turnId)
      end = await this.#runTurn(turnId, reopened, controller.signal)
    } catch (error) {
      end = { kind: 'failed', failure: toFailure(error, 'storage') }
    }
    try {
      await this.#finish(turnId, end)
    } catch (error) {
      this.share.emit({
        type: 'notice',
        level: 'error',
        text: `The end of the turn could not be stored. ${toFailure(error, 'storage').message}`,
      })
    }
    // Also where the end could not be stored.
    if (this.#turn?.id === turnId) this.#turn = null
    // Stop means stop: what was queued stays queued until the person sends it or says go on.
    if (end.kind === 'rest' && !this.#closed) await this.#nextQueued()
  }

  async #runTurn(turnId: string, reopened: readonly CallRecord[], signal: AbortSignal): Promise<TurnEnd> {
    const { ports } = this.share
    this.#history ??= await loadHistory(ports.store, this.session.id)
    this.#history.addCalls(reopened)
    let late: string | null = null
    const deadlines = new Deadlines()
    const wallClock = new Deadline(
      ports.clock,
      TURN_MAX_MS,
      () => (late = `It worked for ${TURN_MAX_MS / 60_000} minutes.`),
    )
    deadlines.start(wallClock)
    try {
      return await runTurn(
        {
          sessionId: this.session.id,
          turnId,
          history: this.#history,
          store: ports.store,
          clock: ports.clock,
          model: this.share.model,
          emit: this.share.emit,
          door: this.#run.door(turnId, deadlines),
          availability: this.#run.availability,
          budget: new Budget(),
          modelRef: () => this.session.model,
          activeSet: () => this.#run.activeSet(),
          cwd: () => this.#run.memory.cwd,
          nextSeq: () => this.session.nextSeq,
          advance: () => {
            this.session = { ...this.session, nextSeq: this.session.nextSeq + 1 }
          },
          outOfTime: () => late,
          stepped: async (usage) => {
            const seen = usage.input + usage.output
            await this.update({
              usage: addUsage(this.session.usage, usage),
              ...(seen > 0 ? { contextTokens: seen } : {}),
            })
          },
        },
        reopened,
        signal,
      )
    } finally {
      deadlines.end(wallClock)
    }
  }

  async #finish(turnId: string, end: TurnEnd): Promise<void> {
    const { store } = this.share.ports
    const diff = await this.#liveDiff(turnId)
    if (diff !== null && diff.files.length > 0) await store.saveTurnDiff(diff)
    switch (end.kind) {
      case 'rest':
        break
      case 'cut':
        await this.#note('stopped', 'The answer reached the length limit of the model and was cut.', {
          canGoOn: true,
          toModel: true,
        })
        break
      case 'stopped':
        await this.#note('stopped', 'The user stopped this turn.', { canGoOn: true, toModel: true })
        break
      case 'budget':
        await this.#note('budget', `The turn stopped here. ${end.why}`, { canGoOn: true, toModel: true })
        break
      case 'failed':
        await this.#note('failed', end.failure.message, { canGoOn: true, toModel: false, failure: end.failure })
        break
    }
    // Before anyone hears of it: a message sent on hearing "idle" must start a turn, not wait for one.
    this.#turn = null
    await this.#setTurn('idle', turnId)
  }

  async #takeBaseline(turnId: string): Promise<void> {
    this.#baseline =
      this.sandbox === null ? null : { turnId, snapshot: await this.sandbox.snapshot(new AbortController().signal) }
  }

  async #nextQueued(): Promise<void> {
    const [next, ...rest] = this.session.queue
    if (next === undefined || this.#turn !== null) return
    await this.update({ queue: rest })
    await this.#begin(next)
  }

  async #note(
    note: NoteMessage['note'],
    text: string,
    more: { canGoOn: boolean; toModel: boolean; failure?: Failure },
  ): Promise<void> {
    const { clock, store } = this.share.ports
    const seq = this.session.nextSeq
    const message: NoteMessage = {
      id: clock.newId(),
      sessionId: this.session.id,
      seq,
      turnId: this.session.turn.turnId ?? '',
      at: clock.now(),
      role: 'note',
      note,
      text,
      ...more,
    }
    await store.saveMessage(message)
    this.#history?.put(message)
    this.share.emit({ type: 'message', message })
    await this.update({ nextSeq: seq + 1 })
  }

  async #setTurn(status: TurnStatus, turnId: string | null): Promise<void> {
    const startedAt =
      status === 'running'
        ? (this.session.turn.startedAt ?? this.share.ports.clock.now())
        : status === 'waiting'
          ? this.session.turn.startedAt
          : null
    await this.update({ turn: { status, turnId, startedAt } })
  }

  #showWaiting(): void {
    const status = this.pending.count > 0 ? 'waiting' : 'running'
    if (this.#turn === null || this.session.turn.status === status) return
    this.#setTurn(status, this.#turn.id).catch((error: unknown) => {
      this.share.emit({ type: 'notice', level: 'error', text: toFailure(error, 'storage').message })
    })
  }
}

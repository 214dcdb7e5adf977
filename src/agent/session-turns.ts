import type { CallRecord } from '#contracts/calls.ts'
import { fail, isAbort, toFailure } from '#contracts/failure.ts'
import { isReadOnly } from '#contracts/risk.ts'
import { TURN_MAX_MS } from '#contracts/limits.ts'
import { addUsage } from '#contracts/models.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { QueuedMessage, Session, TurnDiff, TurnStatus } from '#contracts/sessions.ts'
import { Budget } from './budget.ts'
import { Deadline, Deadlines } from './deadlines.ts'
import { runTurn, type TurnEnd } from './loop.ts'
import { runPersonalCalls, storePersonalCall, type PersonalCall } from './personal-call.ts'
import { cancelledOutcome, unknownOutcome } from './outcome.ts'
import type { SessionRun } from './session-run.ts'
import type { SessionChange, SessionState } from './session-state.ts'
import { capReached, lettingGoOn, TurnSpending } from './spending.ts'
import { storeMessage } from './store-message.ts'
import { newTurn, type Turn } from './turn.ts'
import { TurnFiles } from './turn-files.ts'

/** What the turns of one session work with. */
export interface TurnsParts {
  readonly state: SessionState
  readonly run: SessionRun
  readonly sandbox: Sandbox | null
  /** How many questions wait for the person. */
  waiting(): number
}

/**
 * The turns of one session: one at a time. Whoever wants one takes it before waiting for anything, so
 * that two messages never run side by side, and a stop reaches a turn that has only just begun.
 */
export class SessionTurns {
  #turn: Turn | null = null
  readonly #files: TurnFiles
  #closed = false
  /** What is written once the turn has come to rest: while it runs, the next place in the session is its own. */
  #afterwards: (() => Promise<void>)[] = []

  constructor(private readonly parts: TurnsParts) {
    this.#files = new TurnFiles(parts.state, parts.sandbox)
  }

  get running(): boolean {
    return this.#turn !== null
  }

  /** The id of the waiting message that is being sent now; null where none is. */
  get sending(): string | null {
    return this.#turn?.sending ?? null
  }

  /** Starts a turn with this message. Resolves once it is stored; throws where it could not be, and then nothing runs. */
  begin(message: QueuedMessage): Promise<void> {
    return this.#begin(
      async () => message,
      () => ({}),
    )
  }

  /**
   * Starts a turn with the oldest message that waits, as it stands once the changes that are under way have been stored.
   * False where none waits any more. Throws like `begin`, and then the message waits on.
   */
  async beginWaiting(): Promise<boolean> {
    let begun = false
    const oldest = async (turn: Turn): Promise<QueuedMessage | null> => {
      let message: QueuedMessage | null = null
      await this.parts.state.update(({ queue }) => {
        message = queue[0] ?? null
        turn.sending = queue[0]?.id ?? null
        begun = message !== null
        // Let go of before the next change, which may bring a message that wants to be sent.
        if (!begun) this.#release(turn)
        return null
      })
      return message
    }
    await this.#begin(oldest, () => ({}))
    return begun
  }

  /**
   * Goes on after a stop, a budget or an interruption. Like a turn's other budgets a session's cap on money that is
   * reached then allows as much again.
   */
  goOn(message: QueuedMessage): Promise<void> {
    const { money } = this.parts.state.share
    return this.#begin(
      async () => message,
      (session) => lettingGoOn(session, money()),
    )
  }

  async #begin(
    choose: (turn: Turn) => Promise<QueuedMessage | null>,
    change: (session: Session) => SessionChange,
  ): Promise<void> {
    const turn = this.#take()
    try {
      const message = await choose(turn)
      if (message === null) return
      await storeMessage(turn, message, this.parts, change)
    } catch (error) {
      this.#release(turn)
      throw error
    }
    void this.#drive(turn, [])
  }

  /** Goes on with calls that waited when a tab closed. */
  reopen(turnId: string, calls: readonly CallRecord[]): void {
    void this.#drive(this.#take(turnId), calls)
  }

  /**
   * Runs a call that the person typed, as a turn of its own in which no model is asked. Resolves once it is stored;
   * throws `locked` while another turn runs, and where it could not be stored: then nothing runs.
   */
  async act(call: PersonalCall): Promise<void> {
    const { state, run } = this.parts
    const turn = this.#take()
    const before = state.record.queue.length
    let record: CallRecord
    try {
      record = await storePersonalCall(call, turn.id, state, run)
    } catch (error) {
      this.#release(turn)
      throw error
    }
    void this.#drivePersonal(turn, [record], before === 0)
  }

  /** Goes on with a call of the person's that waited when a tab closed. */
  reopenPersonal(turnId: string, calls: readonly CallRecord[]): void {
    void this.#drivePersonal(this.#take(turnId), calls, false)
  }

  /** Writes something between two turns: at once, or when the running one has come to rest. Rejects only at once. */
  async between(write: () => Promise<void>): Promise<void> {
    if (this.#turn !== null) {
      this.#afterwards.push(write)
      return
    }
    const turn = this.#take()
    const before = this.parts.state.record.queue.length
    try {
      await write()
    } finally {
      await this.#writeAfterwards()
      this.#leave(turn, before === 0)
    }
  }

  /** Stops the turn, if there is one, and waits until it has come to rest. */
  async stop(): Promise<void> {
    const turn = this.#turn
    turn?.controller.abort(new DOMException('The user stopped the turn.', 'AbortError'))
    await turn?.done
  }

  /** Like `stop`, and no other turn begins afterwards. */
  async close(): Promise<void> {
    this.#closed = true
    await this.stop()
  }

  /** Shows whether the turn works or waits. Called whenever the number of waiting questions has changed. */
  showWaiting(): void {
    const { state } = this.parts
    const change = state.update(({ turn }) => {
      const status = this.parts.waiting() > 0 ? 'waiting' : 'running'
      if (this.#turn === null || turn.status === status) return null
      return { turn: { ...turn, status, turnId: this.#turn.id } }
    })
    change.catch((error: unknown) => {
      state.share.emit({ type: 'notice', level: 'error', text: toFailure(error, 'storage').message })
    })
  }

  /** What the turn changed in the workspace: live for the running one, as stored for an earlier one. */
  async diff(turnId: string | null): Promise<TurnDiff | null> {
    const { state } = this.parts
    const wanted = turnId ?? this.#files.turnId ?? state.record.turn.turnId
    if (wanted === null) return null
    const live = this.#turn?.id === wanted ? await this.#files.changes(this.#turn) : null
    return live ?? (await state.share.ports.store.turnDiff(state.record.id, wanted))
  }

  #take(id = this.parts.state.share.ports.clock.newId()): Turn {
    if (this.#closed) throw fail('command', 'locked', 'This session is being closed. Open it again.')
    if (this.#turn !== null) throw fail('command', 'locked', 'The turn is still running.')
    this.#turn = newTurn(id, this.parts.state.share.ports.clock)
    return this.#turn
  }

  #release(turn: Turn): void {
    if (this.#turn === turn) this.#turn = null
    turn.end()
  }

  async #drive(turn: Turn, reopened: readonly CallRecord[]): Promise<void> {
    const { state } = this.parts
    let end: TurnEnd
    try {
      await this.#setStatus('running', turn.id)
      await this.#files.begin(turn)
      end = await this.#run(turn, reopened)
    } catch (error) {
      const stopped = turn.controller.signal.aborted && isAbort(error)
      end = stopped ? { kind: 'stopped' } : { kind: 'failed', failure: toFailure(error, 'storage') }
      await this.#settleLeftOver(turn.id, reopened)
    }
    await this.#writeAfterwards()
    try {
      await this.#finish(turn, end)
    } catch (error) {
      const text = `The end of the turn could not be stored. ${toFailure(error, 'storage').message}`
      state.share.emit({ type: 'notice', level: 'error', text })
    }
    await this.#writeAfterwards()
    // Stop means stop: what waits goes on waiting until a turn comes to rest by itself.
    if (!this.#leave(turn, end.kind === 'rest' && !turn.controller.signal.aborted)) await this.#setIdle(turn.id)
  }

  async #drivePersonal(turn: Turn, calls: readonly CallRecord[], sendsNext: boolean): Promise<void> {
    const { state, run } = this.parts
    const { signal } = turn.controller
    // What only looks changes no file: what the turn before it changed stays to be seen.
    const changes = calls.some(({ plan }) => plan.status === 'planned' && !isReadOnly(plan.effectiveRisk))
    let shown = state.record.turn.turnId
    try {
      await this.#setStatus('running', changes ? turn.id : shown)
      if (changes) await this.#files.begin(turn)
      await runPersonalCalls(calls, run.door(turn.id, new Deadlines(), turn.late), signal)
      const diff = changes ? await this.#files.changes(turn) : null
      if (diff !== null && diff.files.length > 0) {
        await state.share.ports.store.saveTurnDiff(diff)
        shown = turn.id
      } else if (changes) this.#files.forget()
      await state.update({ memory: run.storedMemory() })
    } catch (error) {
      const failure = toFailure(error, 'storage')
      const text = `What came of it could not be stored. ${failure.message}`
      state.share.emit({ type: 'notice', level: 'error', text, failure })
      await this.#settleLeftOver(turn.id, calls)
    }
    await this.#writeAfterwards()
    if (!this.#leave(turn, sendsNext && !signal.aborted)) await this.#setIdle(shown)
  }

  /** Lets go of the turn. What came to wait meanwhile takes it first, without a gap; false where nothing does. */
  #leave(turn: Turn, sendsNext: boolean): boolean {
    const next = sendsNext && !this.#closed ? this.parts.state.record.queue[0] : undefined
    this.#release(turn)
    if (next !== undefined) void this.#beginQueued()
    return next !== undefined
  }

  /** Last before a turn is let go of: nothing may be left over that nobody writes. */
  async #writeAfterwards(): Promise<void> {
    for (let write = this.#afterwards.shift(); write !== undefined; write = this.#afterwards.shift()) {
      await write().catch((error: unknown) => {
        const failure = toFailure(error, 'storage')
        this.parts.state.share.emit({ type: 'notice', level: 'error', text: failure.message, failure })
      })
    }
  }

  async #beginQueued(): Promise<void> {
    const { state } = this.parts
    try {
      if (!(await this.beginWaiting())) await this.#setIdle(state.record.turn.turnId)
    } catch (error) {
      const failure = toFailure(error, 'command')
      const text = `A waiting message could not be sent, and waits on: edit or remove it. ${failure.message}`
      const turnId = state.record.turn.turnId ?? ''
      await state.note('failed', text, { canGoOn: false, toModel: false, failure, turnId }).catch(() => {
        state.share.emit({ type: 'notice', level: 'error', text, failure })
      })
      await this.#setIdle(turnId)
    }
  }

  /**
   * Storage refused something in the middle of the turn: what it left open is settled all the same, where that can
   * be stored. What cannot waits for the next opening, as after a closed tab.
   */
  async #settleLeftOver(turnId: string, reopened: readonly CallRecord[]): Promise<void> {
    const { state } = this.parts
    const open = new Set([...reopened, ...(state.loaded?.openCalls(turnId) ?? [])])
    for (const record of open) {
      if (record.outcome !== undefined) continue
      const outcome =
        record.state === 'started'
          ? unknownOutcome()
          : cancelledOutcome('The turn ended before it ran, because storage failed.', false)
      await state.share.journal.settled(record, outcome).catch(() => {})
    }
  }

  async #run(turn: Turn, reopened: readonly CallRecord[]): Promise<TurnEnd> {
    const { state, run } = this.parts
    const { ports, model, emit } = state.share
    const history = await state.history()
    history.addCalls(reopened)
    let outOfTime: string | null = null
    const deadlines = new Deadlines()
    const minutes = TURN_MAX_MS / 60_000
    const wallClock = new Deadline(ports.clock, TURN_MAX_MS, () => (outOfTime = `It worked for ${minutes} minutes.`))
    deadlines.start(wallClock)
    const spending = new TurnSpending(history.messages(), turn.id)
    try {
      return await runTurn(
        {
          sessionId: state.record.id,
          turnId: turn.id,
          history,
          store: ports.store,
          clock: ports.clock,
          model,
          emit,
          door: run.door(turn.id, deadlines, turn.late),
          availability: run.availability,
          budget: new Budget(),
          modelRef: () => state.record.model,
          activeSet: () => run.activeSet(),
          cwd: () => run.memory.cwd,
          nextSeq: () => state.record.nextSeq,
          advance: () => state.advance(),
          heldBack: async (tried, signal) => {
            const money = await state.share.freshMoney(signal)
            return outOfTime ?? capReached(spending.with(tried, state.record), money)
          },
          stepped: async (message, contextTokens) => {
            const spent = spending.add(message)
            await state.update((record) => ({
              ...spent(record),
              usage: addUsage(record.usage, message.metadata.usage),
              ...(contextTokens > 0 ? { contextTokens } : {}),
              memory: run.storedMemory(),
            }))
          },
        },
        reopened,
        turn.controller.signal,
      )
    } finally {
      deadlines.end(wallClock)
    }
  }

  async #finish(turn: Turn, end: TurnEnd): Promise<void> {
    const { state, run } = this.parts
    const { id: turnId } = turn
    const diff = await this.#files.changes(turn)
    if (diff !== null && diff.files.length > 0) await state.share.ports.store.saveTurnDiff(diff)
    await state.update({ memory: run.storedMemory() })
    const goOn = { canGoOn: true, toModel: true, turnId }
    switch (end.kind) {
      case 'rest':
        return
      case 'cut':
        return state.note('stopped', 'The answer reached the length limit of the model and was cut.', goOn)
      case 'stopped':
        return state.note('stopped', 'The user stopped this turn.', goOn)
      case 'budget':
        return state.note(end.repeats ? 'repeating' : 'budget', `The turn stopped here. ${end.why}`, goOn)
      case 'failed':
        return state.note('failed', end.failure.message, { ...goOn, toModel: false, failure: end.failure })
    }
  }

  #setStatus(status: TurnStatus, turnId: string | null): Promise<void> {
    const { state } = this.parts
    return state.update(({ turn }) => {
      const now = status === 'running' ? (turn.startedAt ?? state.share.ports.clock.now()) : turn.startedAt
      return { turn: { status, turnId, startedAt: now } }
    })
  }

  /** At rest, also where storage refuses to hear of it: nothing may look as if it still ran. */
  async #setIdle(turnId: string | null): Promise<void> {
    const idle = { turn: { status: 'idle', turnId, startedAt: null } } as const
    // Looked at when its turn to be stored has come: another one may have begun meanwhile.
    await this.parts.state
      .update(() => (this.#turn === null ? idle : null))
      .catch(() => {
        if (this.#turn === null) this.parts.state.updateUnstored(idle)
      })
  }
}

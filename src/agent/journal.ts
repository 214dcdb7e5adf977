import type { Approval } from '#contracts/approvals.ts'
import { CallState, type CallOutcome, type CallRecord, type FinalizedCall, type Plan } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Store } from '#contracts/ports/store.ts'
import { callView } from './call-view.ts'
import type { ToolTable } from './plan.ts'

const CALL_STATES = CallState.options

/**
 * The journal of calls: `planned → asked → started → settled`, forward only, each step durable before
 * it is shown (design, section 3). Settling twice keeps the first outcome.
 */
export class Journal {
  /** The last move of each record that is under way or waits: they are made one after another, so that the last one stays. */
  readonly #last = new Map<CallRecord, Promise<void>>()

  constructor(
    private readonly store: Pick<Store, 'saveCall'>,
    private readonly emit: (event: RuntimeEvent) => void,
    private readonly tools: ToolTable,
    private readonly clock: Clock,
  ) {}

  /** A record of a call that has just been planned. Not stored yet: `saveTurn` stores it with its turn. */
  planned(taskId: string, turnId: string, messageSeq: number | null, call: FinalizedCall, plan: Plan): CallRecord {
    return {
      taskId,
      callId: call.id,
      turnId,
      messageSeq,
      position: call.position,
      call,
      plan,
      state: 'planned',
      plannedAt: this.clock.now(),
    }
  }

  show(record: CallRecord): void {
    this.emit({ type: 'call', call: callView(record, this.tools) })
  }

  /** Stores a record that stands by itself, without an agent turn around it. */
  async append(record: CallRecord): Promise<void> {
    await this.store.saveCall(record)
    this.show(record)
  }

  asked(record: CallRecord, { id, askedAt }: Approval, decision: Decision): Promise<void> {
    return this.#move(record, () => ({ state: 'asked', approvalId: id, decision, askedAt }))
  }

  started(record: CallRecord, decision: Decision): Promise<void> {
    return this.#move(record, () => ({ state: 'started', decision, startedAt: this.clock.now() }))
  }

  settled(record: CallRecord, outcome: CallOutcome, decision?: Decision): Promise<void> {
    return this.#move(record, () =>
      record.state === 'settled'
        ? null
        : { state: 'settled', outcome, settledAt: this.clock.now(), ...(decision === undefined ? {} : { decision }) },
    )
  }

  /**
   * Moves a record once the moves before have ended. `change` is asked then, so that it sees what they came to; null
   * leaves the record as it is.
   */
  #move(record: CallRecord, change: () => Change | null): Promise<void> {
    const moved = (this.#last.get(record) ?? Promise.resolve()).then(() => this.#store(record, change()))
    const ended = moved
      .catch(() => {})
      .then(() => {
        if (this.#last.get(record) === ended) this.#last.delete(record)
      })
    this.#last.set(record, ended)
    return moved
  }

  /** Durable first: where the write fails, the record in memory still says what is stored. */
  async #store(record: CallRecord, change: Change | null): Promise<void> {
    if (change === null) return
    // Asked again is no way back; whoever moves a call that has gone further on must not go on with it.
    if (CALL_STATES.indexOf(change.state) < CALL_STATES.indexOf(record.state))
      throw new Error(`A call that is ${record.state} cannot become ${change.state}.`)
    await this.store.saveCall({ ...record, ...change })
    Object.assign(record, change)
    this.show(record)
  }
}

type Change = Partial<CallRecord> & { state: CallState }

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
  readonly #moving = new Map<CallRecord, Promise<void>>()

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
    return this.#move(record, { state: 'asked', approvalId: id, decision, askedAt })
  }

  started(record: CallRecord, decision: Decision): Promise<void> {
    return this.#move(record, { state: 'started', decision, startedAt: this.clock.now() })
  }

  async settled(record: CallRecord, outcome: CallOutcome, decision?: Decision): Promise<void> {
    await this.#still(record)
    if (record.state === 'settled') return
    const settledAt = this.clock.now()
    await this.#move(record, { state: 'settled', outcome, settledAt, ...(decision === undefined ? {} : { decision }) })
  }

  /** Durable first: where the write fails, the record in memory still says what is stored. */
  async #move(record: CallRecord, change: Partial<CallRecord> & { state: CallState }): Promise<void> {
    await this.#still(record)
    // Asked again is no way back; whoever moves a call that has gone further on must not go on with it.
    if (CALL_STATES.indexOf(change.state) < CALL_STATES.indexOf(record.state))
      throw new Error(`A call that is ${record.state} cannot become ${change.state}.`)
    const saving = this.store.saveCall({ ...record, ...change })
    this.#moving.set(record, saving)
    try {
      await saving
      Object.assign(record, change)
    } finally {
      this.#moving.delete(record)
    }
    this.show(record)
  }

  /** Waits while the record is being stored: its states are stored one after another, so that the last one stays. */
  async #still(record: CallRecord): Promise<void> {
    for (let moving = this.#moving.get(record); moving !== undefined; moving = this.#moving.get(record))
      await moving.catch(() => {})
  }
}

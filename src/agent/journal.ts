import type { CallOutcome, CallRecord, CallState, FinalizedCall, Plan } from '#contracts/calls.ts'
import type { Decision } from '#contracts/decisions.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { Store } from '#contracts/ports/store.ts'
import { callView } from './call-view.ts'
import type { ToolTable } from './plan.ts'

/**
 * The journal of calls: `planned → asked → started → settled`, forward only, each step durable before
 * it is shown (design, section 3). Settling twice keeps the first outcome.
 */
export class Journal {
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

  asked(record: CallRecord, approvalId: string, decision: Decision): Promise<void> {
    return this.#move(record, { state: 'asked', approvalId, decision })
  }

  started(record: CallRecord, decision: Decision): Promise<void> {
    return this.#move(record, { state: 'started', decision, startedAt: this.clock.now() })
  }

  async settled(record: CallRecord, outcome: CallOutcome, decision?: Decision): Promise<void> {
    if (record.state === 'settled') return
    const settledAt = this.clock.now()
    await this.#move(record, { state: 'settled', outcome, settledAt, ...(decision === undefined ? {} : { decision }) })
  }

  /** Durable first: where the write fails, the record in memory still says what is stored. */
  async #move(record: CallRecord, change: Partial<CallRecord> & { state: CallState }): Promise<void> {
    await this.store.saveCall({ ...record, ...change })
    Object.assign(record, change)
    this.show(record)
  }
}

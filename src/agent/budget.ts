import type { CallRecord } from '#contracts/calls.ts'
import { TURN_MAX_CALLS, TURN_MAX_IDENTICAL_CALLS, TURN_MAX_SAME_FAILURES, TURN_MAX_STEPS } from '#contracts/limits.ts'
import { shownName } from './shown-name.ts'

/** The bounds of one turn (spec RN3). Wall-clock is a `Deadline` beside this, because it can stand still. */
export interface TurnLimits {
  readonly steps: number
  readonly calls: number
  readonly sameFailures: number
  readonly identicalCalls: number
}

export const TURN_LIMITS: TurnLimits = {
  steps: TURN_MAX_STEPS,
  calls: TURN_MAX_CALLS,
  sameFailures: TURN_MAX_SAME_FAILURES,
  identicalCalls: TURN_MAX_IDENTICAL_CALLS,
}

/** Counts what a turn has used and says, before the next provider attempt, which budget is used up. */
export class Budget {
  #steps = 0
  #calls = 0
  readonly #failures = new Map<string, number>()
  #last = ''
  #identical = 0
  #spent: string | null = null
  #repeats = false

  constructor(private readonly limits: TurnLimits = TURN_LIMITS) {}

  /** Why the turn must stop here, as a sentence; null while it may go on. */
  get spent(): string | null {
    return this.#spent
  }

  /** True where `spent` says that the turn went in circles: one failure or one call again and again. */
  get repeats(): boolean {
    return this.#repeats
  }

  /** How many more calls may run. */
  get callsLeft(): number {
    return Math.max(0, this.limits.calls - this.#calls)
  }

  step(): void {
    this.#steps += 1
    if (this.#steps >= this.limits.steps)
      this.#spent ??= `It made ${this.limits.steps} requests to the model in one turn.`
  }

  /**
   * Counts the settled calls of one answer. Calls are compared by name and arguments; failures by tool and normalised
   * message, each once an answer, because the model had not been told of it in between.
   */
  answered(records: readonly CallRecord[]): void {
    const failed = new Set<string>()
    for (const record of records) this.#settled(record, failed)
  }

  #settled(record: CallRecord, failed: Set<string>): void {
    // What was refused before the gate costs nothing; the number of requests bounds it.
    if (record.plan.status === 'planned') this.#calls += 1
    if (this.#calls >= this.limits.calls) this.#spent ??= `It made ${this.limits.calls} tool calls in one turn.`
    const { call, plan, outcome } = record
    // Neither the order of the arguments nor the space between them makes it another call.
    const identity = `${call.name} ${plan.status === 'planned' ? plan.canonicalArguments : call.rawArguments}`
    this.#identical = identity === this.#last ? this.#identical + 1 : 1
    this.#last = identity
    if (this.#identical >= this.limits.identicalCalls) {
      this.#circling(`It made the same call of ${shownName(call.name)} ${this.#identical} times in a row.`)
    }
    // A person's no, and what was stopped, is no failure of the model's.
    if (outcome?.failure === undefined || outcome.status === 'denied' || outcome.status === 'cancelled') return
    const failure = `${call.name} ${outcome.failure.kind} ${normalised(outcome.failure.message)}`
    if (failed.has(failure)) return
    failed.add(failure)
    const count = (this.#failures.get(failure) ?? 0) + 1
    this.#failures.set(failure, count)
    if (count >= this.limits.sameFailures)
      this.#circling(`${shownName(call.name)} failed the same way ${count} times: ${outcome.failure.message}`)
  }

  #circling(why: string): void {
    if (this.#spent !== null) return
    this.#spent = why
    this.#repeats = true
  }
}

/** A failure message without what changes from try to try: numbers, quoted text, paths. */
function normalised(message: string): string {
  return message
    .replace(/"[^"]*"|`[^`]*`/g, '…')
    .replace(/\/[^\s]+/g, '…')
    .replace(/\d+/g, '0')
}

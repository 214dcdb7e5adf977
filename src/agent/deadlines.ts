import type { Clock } from '#contracts/ports/clock.ts'

/** A span of working time that can stand still. `onEnd` is called once, when it is used up. */
export class Deadline {
  #left: number
  #since: number | null = null
  #cancel: (() => void) | null = null
  #over = false

  constructor(
    private readonly clock: Clock,
    private readonly ms: number,
    private readonly onEnd: () => void,
  ) {
    this.#left = ms
  }

  /** Milliseconds of working time left. */
  get left(): number {
    return this.#since === null ? this.#left : Math.max(0, this.#left - (this.clock.ticks() - this.#since))
  }

  resume(): void {
    if (this.#over || this.#since !== null) return
    this.#since = this.clock.ticks()
    this.#cancel = this.clock.after(this.#left, () => {
      this.#over = true
      this.#since = null
      this.#left = 0
      this.onEnd()
    })
  }

  pause(): void {
    if (this.#since === null) return
    this.#left = this.left
    this.#since = null
    this.#cancel?.()
    this.#cancel = null
  }

  /** The whole span again, from now on where it runs. */
  rearm(): void {
    if (this.#over) return
    const runs = this.#since !== null
    this.pause()
    this.#left = this.ms
    if (runs) this.resume()
  }

  end(): void {
    this.pause()
    this.#over = true
  }
}

/**
 * Every clock of one turn. While a person is asked, those stand still that the answer holds up (spec GT6), however many
 * questions wait at once: the turn's own, that of the call that asks, and those of the calls that wait for it. A call
 * that runs beside it keeps its time-out.
 */
export class Deadlines {
  /** Each with the call that it belongs to; null for the turn's own. */
  readonly #running = new Map<Deadline, string | null>()
  /** The idle watchdog of each call that runs. */
  readonly #watchdogs = new Map<string, Deadline>()
  /** How many questions hold up each call; null is the turn, which all of them do. */
  readonly #asking = new Map<string | null, number>()

  /** `callId`: the call that it limits; left out, it is the turn's own. */
  start(deadline: Deadline, callId: string | null = null): void {
    this.#running.set(deadline, callId)
    if (!this.#asking.has(callId)) deadline.resume()
  }

  /** Starts the call's idle watchdog: it begins anew with each sign of life. */
  watch(watchdog: Deadline, callId: string): void {
    this.#watchdogs.set(callId, watchdog)
    this.start(watchdog, callId)
  }

  /** A sign of life of a call, and with it of those that it was made in (spec RN4). */
  alive(callIds: readonly string[]): void {
    for (const callId of callIds) this.#watchdogs.get(callId)?.rearm()
  }

  end(deadline: Deadline): void {
    deadline.end()
    const callId = this.#running.get(deadline)
    this.#running.delete(deadline)
    if (typeof callId === 'string' && this.#watchdogs.get(callId) === deadline) this.#watchdogs.delete(callId)
  }

  /** Waits for a person. `callIds`: the call that asks, and those that it was made in. */
  async whileAsking<T>(callIds: readonly string[], ask: () => Promise<T>): Promise<T> {
    const held = [null, ...callIds]
    this.#count(held, 1)
    try {
      return await ask()
    } finally {
      this.#count(held, -1)
    }
  }

  #count(held: readonly (string | null)[], change: 1 | -1): void {
    for (const each of held) {
      const count = (this.#asking.get(each) ?? 0) + change
      if (count === 0) this.#asking.delete(each)
      else this.#asking.set(each, count)
    }
    for (const [deadline, callId] of this.#running) {
      if (this.#asking.has(callId)) deadline.pause()
      else deadline.resume()
    }
  }
}

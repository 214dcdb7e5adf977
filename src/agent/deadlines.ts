import type { Clock } from '#contracts/ports/clock.ts'

/** A span of working time that can stand still. `onEnd` is called once, when it is used up. */
export class Deadline {
  #left: number
  #since: number | null = null
  #cancel: (() => void) | null = null
  #over = false

  constructor(
    private readonly clock: Clock,
    ms: number,
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

  end(): void {
    this.pause()
    this.#over = true
  }
}

/**
 * Every clock of one turn. While a person is asked they all stand still (spec GT6), however many
 * questions wait at once.
 */
export class Deadlines {
  readonly #running = new Set<Deadline>()
  #asking = 0

  start(deadline: Deadline): void {
    this.#running.add(deadline)
    if (this.#asking === 0) deadline.resume()
  }

  end(deadline: Deadline): void {
    deadline.end()
    this.#running.delete(deadline)
  }

  /** Waits for a person with all clocks stopped. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking += 1
    if (this.#asking === 1) for (const deadline of this.#running) deadline.pause()
    try {
      return await ask()
    } finally {
      this.#asking -= 1
      if (this.#asking === 0) for (const deadline of this.#running) deadline.resume()
    }
  }
}

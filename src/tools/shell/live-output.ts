import { SHELL_OUTPUT_KEPT_CHARS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import { tailOf } from '../cut-text.ts'

type Stream = 'stdout' | 'stderr'
type Send = (stream: Stream | 'info', text: string) => void

/** Past the kept size the page only needs to see that the command is alive: this much, this often. */
const SAMPLE_EVERY_MS = 250
const SAMPLE_CHARS = 2_000

/**
 * Sends a command's output on as it comes, until as much was sent as the page keeps; from then on only
 * samples, so that an endless writer cannot flood the lane of events.
 */
export class LiveOutput {
  #sent = 0
  #sampledAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly send: Send,
    private readonly clock: Clock,
  ) {}

  add(stream: Stream, text: string): void {
    if (text === '') return
    const before = this.#sent
    this.#sent += text.length
    if (this.#sent <= SHELL_OUTPUT_KEPT_CHARS) {
      this.send(stream, text)
      return
    }
    if (before <= SHELL_OUTPUT_KEPT_CHARS)
      this.send('info', '\n[A lot of output: from here on only samples are shown while it runs.]\n')
    const now = this.clock.ticks()
    if (now - this.#sampledAt < SAMPLE_EVERY_MS) return
    this.#sampledAt = now
    this.send(stream, tailOf(text, SAMPLE_CHARS))
  }
}

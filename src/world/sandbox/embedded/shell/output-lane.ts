import type { FromShell } from '../shell-protocol.ts'

/** Output is sent when this much waits, or this long after the first of it: not one message per `echo`. */
const SEND_CHARS = 16_384
const SEND_AFTER_MS = 8
/** Characters on the way before the script waits: an endless writer goes at the reader's speed, in constant memory. */
const IN_FLIGHT_CHARS = 262_144

type Stream = 'stdout' | 'stderr'

/** Sends what one script writes, in order, without holding more than a window of it. */
export class OutputLane {
  private pending = ''
  private stream: Stream = 'stdout'
  private inFlight = 0
  private lastSent = -Infinity
  private timer: ReturnType<typeof setTimeout> | null = null
  private waiting: (() => void)[] = []
  private readonly decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }

  constructor(
    private readonly run: number,
    private readonly post: (message: FromShell) => void,
  ) {}

  /** Takes bytes; a character cut in the middle waits for its rest. Resolves when more may be written. */
  bytes(stream: Stream, bytes: Uint8Array): Promise<void> {
    return this.text(stream, this.decoders[stream].decode(bytes, { stream: true }))
  }

  async text(stream: Stream, text: string): Promise<void> {
    if (text === '') return
    if (stream !== this.stream) this.send()
    this.stream = stream
    this.pending += text
    if (this.pending.length >= SEND_CHARS || performance.now() - this.lastSent > SEND_AFTER_MS) this.send()
    else this.timer ??= setTimeout(() => this.send(), SEND_AFTER_MS)
    if (this.inFlight > IN_FLIGHT_CHARS) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }

  /** The reader took so many characters. */
  taken(chars: number): void {
    this.inFlight -= chars
    if (this.inFlight > IN_FLIGHT_CHARS) return
    for (const resume of this.waiting.splice(0)) resume()
  }

  /** Lets a waiting script go on, so that it can see that it was aborted. */
  release(): void {
    this.inFlight = -Infinity
    for (const resume of this.waiting.splice(0)) resume()
  }

  /** Sends the rest. */
  async end(): Promise<void> {
    for (const stream of ['stdout', 'stderr'] as const) await this.text(stream, this.decoders[stream].decode())
    this.send()
  }

  private send(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    if (this.pending === '') return
    this.post({ kind: 'output', run: this.run, stream: this.stream, text: this.pending })
    this.inFlight += this.pending.length
    this.lastSent = performance.now()
    this.pending = ''
  }
}

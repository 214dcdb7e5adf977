import { READ_LINE_CHARS, SHELL_OUTPUT_KEPT_CHARS, SHELL_OUTPUT_MODEL_CHARS } from '#contracts/limits.ts'
import { HeadAndTail, type Kept } from './head-and-tail.ts'
import { LineLimit } from './line-limit.ts'
import { TerminalText } from './terminal-text.ts'

type Stream = 'stdout' | 'stderr'

/** Left of the model's share for the header and the notices. */
const NOTICE_CHARS = 1_000
// Errors and summaries stand at the end, what was run and how it began at the head: a third and two thirds.
const MODEL_HEAD_CHARS = Math.floor((SHELL_OUTPUT_MODEL_CHARS - NOTICE_CHARS) / 3)
const MODEL_TAIL_CHARS = SHELL_OUTPUT_MODEL_CHARS - NOTICE_CHARS - MODEL_HEAD_CHARS
const KEPT_HEAD_CHARS = SHELL_OUTPUT_KEPT_CHARS / 4
const KEPT_TAIL_CHARS = SHELL_OUTPUT_KEPT_CHARS - KEPT_HEAD_CHARS

/** Characters from which output is judged to be text or not. */
const SNIFF_CHARS = 4_096

/** One command's output once it has ended. `rawChars` counts what the command wrote, controls included. */
export interface KeptOutput {
  readonly forModel: Kept
  readonly forClient: Kept
  readonly rawChars: number
  readonly looksBinary: boolean
}

/**
 * Takes a command's output as it is produced and keeps what the model and the page get of it
 * (spec RN5): cleaned of terminal controls, both streams in the order of their lines, in bounded memory.
 */
export class OutputKeeper {
  readonly #streams = { stdout: new TerminalText(), stderr: new TerminalText() }
  readonly #model = new HeadAndTail(MODEL_HEAD_CHARS, MODEL_TAIL_CHARS)
  readonly #client = new HeadAndTail(KEPT_HEAD_CHARS, KEPT_TAIL_CHARS)
  readonly #lines = new LineLimit(READ_LINE_CHARS)
  #last: Stream = 'stdout'
  #lineOpen = false
  #rawChars = 0
  #sniffed = 0
  #odd = 0
  #nul = false

  /** Takes one piece of one stream; returns what a live view may append for it. */
  add(stream: Stream, text: string): string {
    this.#rawChars += text.length
    this.#sniff(text)
    this.#keep(stream, this.#streams[stream].write(text))
    return this.#streams[stream].takeLive()
  }

  /** Ends both streams. Call once. */
  end(): KeptOutput {
    this.#keep('stdout', this.#streams.stdout.end())
    this.#keep('stderr', this.#streams.stderr.end())
    this.#model.add(this.#lines.end())
    return {
      forModel: this.#model.kept(),
      forClient: this.#client.kept(),
      rawChars: this.#rawChars,
      looksBinary: this.#nul || this.#odd * 10 > this.#sniffed,
    }
  }

  #keep(stream: Stream, text: string): void {
    if (text === '') return
    // Only whole lines are handed out, but a very long one comes in parts: the other stream must not end up inside it.
    const whole = this.#lineOpen && stream !== this.#last ? `\n${text}` : text
    this.#last = stream
    this.#lineOpen = !text.endsWith('\n')
    this.#client.add(whole)
    this.#model.add(this.#lines.write(whole))
  }

  #sniff(text: string): void {
    for (let at = 0; at < text.length && this.#sniffed < SNIFF_CHARS; at++) {
      const unit = text.charCodeAt(at)
      this.#sniffed += 1
      if (unit === 0) this.#nul = true
      if (unit === 0xfffd || (unit < 0x20 && ODD_CONTROLS.has(unit))) this.#odd += 1
    }
  }
}

/** Controls that no text output uses: all below space but BEL, BS, TAB, LF, VT, FF, CR and ESC. */
const ODD_CONTROLS: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, unit) => unit).filter((unit) => !(unit >= 0x07 && unit <= 0x0d) && unit !== 0x1b),
)

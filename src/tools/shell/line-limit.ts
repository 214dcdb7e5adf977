import { headOf } from '../cut-text.ts'
import { count } from '../count.ts'

/** Cuts every line of a text that comes in pieces, with a notice where a line lost something. */
export class LineLimit {
  #length = 0
  #cut = 0

  constructor(private readonly lineChars: number) {}

  /** Takes one piece and returns what of it is shown. */
  write(text: string): string {
    let out = ''
    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      out += this.#part(text.slice(from, end)) + this.#notice() + '\n'
      this.#length = 0
      from = end + 1
    }
    return out + this.#part(text.slice(from))
  }

  /** The notice of a last line without a line end. */
  end(): string {
    return this.#notice()
  }

  #part(text: string): string {
    const shown = headOf(text, Math.max(0, this.lineChars - this.#length))
    this.#length += text.length
    this.#cut += text.length - shown.length
    return shown
  }

  #notice(): string {
    if (this.#cut === 0) return ''
    const notice = `… [${count(this.#cut, 'more character')} in this line]`
    this.#cut = 0
    return notice
  }
}

import { isHighSurrogate, isLowSurrogate } from '../cut-text.ts'

/** An open line longer than this is given out in parts: a carriage return cannot reach back further. */
const OPEN_LINE_CHARS = 8_192
/** A control string that never ends gives up after this many characters, so that it cannot swallow the output. */
const CONTROL_STRING_CHARS = 65_536

const ESC = 0x1b
/** A run of whole characters that are no controls; half a surrogate pair is not one. */
const PRINTABLE = /[^\p{Cc}\p{Surrogate}]+/uy
/** What the reader is inside of. `string` is OSC, DCS, SOS, PM or APC; `charset` takes one more character. */
type State = 'text' | 'escape' | 'csi' | 'string' | 'string-escape' | 'charset'

/**
 * Turns what a program writes to a terminal into the text that a person would see, piece by piece: ANSI,
 * OSC and cursor sequences are removed wherever the pieces are cut, carriage returns and backspaces
 * overwrite (CRLF is a plain line end), erased line parts are gone, lone surrogates become U+FFFD.
 * Moves to other lines are dropped: only the open line can be changed. Memory is bounded.
 */
export class TerminalText {
  #state: State = 'text'
  #parameters = ''
  #stringChars = 0
  /** The first half of a surrogate pair whose second half is in the next piece. */
  #high = ''
  /** The open line while it is only appended to, which is nearly always. */
  #text = ''
  /** The open line once something moved back into it: one entry per code point, and where the cursor is. */
  #line: string[] | null = null
  #column = 0
  /** A carriage return was the last thing: a line end makes it one with it, a character begins to overwrite. */
  #returned = false
  #out = ''
  #live = ''

  /** Takes one piece and returns the lines that it completed, with their line ends. */
  write(text: string): string {
    let at = text === '' ? 0 : this.#joinHigh(text)
    while (at < text.length) {
      if (this.#state === 'text') {
        PRINTABLE.lastIndex = at
        const run = PRINTABLE.exec(text)?.[0]
        if (run !== undefined) {
          this.#print(run)
          at += run.length
          continue
        }
      }
      const unit = text.charCodeAt(at)
      if (this.#state === 'text' && isHighSurrogate(unit) && at === text.length - 1) this.#high = text.slice(at)
      else if (this.#state === 'text' && (isHighSurrogate(unit) || isLowSurrogate(unit))) this.#print('\ufffd')
      else this.#control(unit)
      at += 1
    }
    return this.#take()
  }

  /** The end: returns what the open line still holds, without a line end. */
  end(): string {
    if (this.#high !== '') this.#joinHigh(' ')
    this.#flush('')
    this.#state = 'text'
    return this.#take()
  }

  /**
   * What a view that can only append shows of the pieces since the last call: characters as they come, and
   * a new line wherever a carriage return begins to overwrite.
   */
  takeLive(): string {
    const live = this.#live
    this.#live = ''
    return live
  }

  #take(): string {
    const out = this.#out
    this.#out = ''
    return out
  }

  /** Completes a pair that was cut in two, or gives its half up. Returns how many units of `text` it took. */
  #joinHigh(text: string): number {
    if (this.#high === '') return 0
    const pairs = isLowSurrogate(text.charCodeAt(0))
    this.#print(pairs ? this.#high + text.charAt(0) : '\ufffd')
    this.#high = ''
    return pairs ? 1 : 0
  }

  #print(run: string): void {
    if (this.#returned) {
      this.#editLine()
      this.#live += '\n'
      this.#returned = false
    }
    this.#live += run
    if (this.#line === null) {
      this.#text += run
      if (this.#text.length >= OPEN_LINE_CHARS) this.#flush('')
      return
    }
    for (const point of run) {
      // A cursor moved past the end leaves blanks behind it.
      while (this.#line.length < this.#column) this.#line.push(' ')
      this.#line[this.#column] = point
      this.#column += 1
    }
    if (this.#line.length >= OPEN_LINE_CHARS) this.#flush('')
  }

  /** Makes the open line one that can be moved about in. */
  #editLine(): string[] {
    if (this.#line !== null) return this.#line
    const line = Array.from(this.#text)
    this.#line = line
    this.#column = this.#returned ? 0 : line.length
    this.#text = ''
    return line
  }

  #flush(lineEnd: string): void {
    this.#out += (this.#line === null ? this.#text : this.#line.join('')) + lineEnd
    this.#text = ''
    this.#line = null
    this.#column = 0
  }

  #control(unit: number): void {
    switch (this.#state) {
      case 'text':
        return this.#textControl(unit)
      case 'escape':
        return this.#escape(unit)
      case 'charset':
        this.#state = 'text'
        return
      case 'csi':
        return this.#csi(unit)
      case 'string':
        return this.#string(unit)
      case 'string-escape':
        // ESC and a backslash end the string; any other escape ends it too and begins anew.
        this.#state = 'text'
        if (unit !== 0x5c) this.#escape(unit)
    }
  }

  #textControl(unit: number): void {
    if (unit === 0x0a) {
      this.#flush('\n')
      this.#live += '\n'
      this.#returned = false
    } else if (unit === 0x0d) {
      this.#returned ||= this.#text !== '' || this.#line !== null
      this.#column = 0
    } else if (unit === 0x08) {
      this.#editLine()
      this.#column = Math.max(0, this.#column - 1)
    } else if (unit === 0x09) this.#print('\t')
    else if (unit === ESC) this.#state = 'escape'
    else if (unit === 0x9b) this.#beginCsi()
    // The one-character forms of DCS, SOS, OSC, PM and APC.
    else if (unit === 0x90 || unit === 0x98 || (unit >= 0x9d && unit <= 0x9f)) this.#beginString()
  }

  #escape(unit: number): void {
    if (unit === 0x5b) this.#beginCsi()
    else if (unit === 0x5d || unit === 0x50 || unit === 0x58 || unit === 0x5e || unit === 0x5f) this.#beginString()
    // ESC with an intermediate (charset and the like): the next character belongs to it.
    else if (unit >= 0x20 && unit <= 0x2f) this.#state = 'charset'
    else this.#state = unit === ESC ? 'escape' : 'text'
  }

  #beginCsi(): void {
    this.#state = 'csi'
    this.#parameters = ''
  }

  #beginString(): void {
    this.#state = 'string'
    this.#stringChars = 0
  }

  #csi(unit: number): void {
    if (unit >= 0x20 && unit <= 0x3f) {
      if (this.#parameters.length < 32) this.#parameters += String.fromCharCode(unit)
      return
    }
    this.#state = 'text'
    // A control inside a sequence ends it here and acts as usual; so does anything else that is no final character.
    if (unit < 0x20) this.#textControl(unit)
    else if (unit >= 0x40 && unit <= 0x7e) this.#move(String.fromCharCode(unit))
  }

  #move(final: string): void {
    if (!'KGCD'.includes(final)) return
    const line = this.#editLine()
    const number = Math.min(Number.parseInt(this.#parameters, 10) || 0, OPEN_LINE_CHARS - 1)
    if (final === 'K') {
      if (number === 0) line.length = Math.min(line.length, this.#column)
      else if (number === 1) line.fill(' ', 0, this.#column + 1)
      else line.length = 0
    } else if (final === 'G') this.#column = Math.max(0, number - 1)
    else if (final === 'C') this.#column = Math.min(OPEN_LINE_CHARS - 1, this.#column + Math.max(1, number))
    else this.#column = Math.max(0, this.#column - Math.max(1, number))
  }

  #string(unit: number): void {
    this.#stringChars += 1
    if (unit === 0x07 || unit === 0x9c || this.#stringChars > CONTROL_STRING_CHARS) this.#state = 'text'
    else if (unit === ESC) this.#state = 'string-escape'
    else if (unit === 0x0a) {
      // No title or link holds a line end: an unfinished one must not take the next line with it.
      this.#state = 'text'
      this.#textControl(unit)
    }
  }
}

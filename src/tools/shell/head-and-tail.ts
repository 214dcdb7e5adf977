import { headOf, tailOf } from '../cut-text.ts'

/** Pieces of the tail are joined up to this size: an endless writer of single characters must not keep an array of them. */
const PIECE_CHARS = 4_096

/** What is left of a text: all of it as `head` where nothing was omitted. Sizes in UTF-16 units. */
export interface Kept {
  readonly head: string
  readonly omittedChars: number
  readonly tail: string
}

/**
 * Keeps the first and the last characters of a text of any length while it is produced, and counts the
 * rest. Holds at most `headChars` + `tailChars` + one piece, however much is added.
 */
export class HeadAndTail {
  #head = ''
  #pieces: string[] = []
  #tailLength = 0
  #dropped = 0

  constructor(
    private readonly headChars: number,
    private readonly tailChars: number,
  ) {}

  add(text: string): void {
    let rest = text
    // Once something went past the head, the head is closed: a gap may not be filled from behind.
    if (this.#tailLength === 0 && this.#dropped === 0 && this.#head.length < this.headChars) {
      const taken = headOf(rest, this.headChars - this.#head.length)
      this.#head += taken
      rest = rest.slice(taken.length)
    }
    if (rest === '') return
    const last = this.#pieces.length - 1
    const lastPiece = this.#pieces[last]
    if (lastPiece !== undefined && lastPiece.length + rest.length <= PIECE_CHARS) this.#pieces[last] = lastPiece + rest
    else this.#pieces.push(rest)
    this.#tailLength += rest.length
    this.#trim()
  }

  /** What there is now. The seams are surrogate-safe. */
  kept(): Kept {
    const whole = this.#pieces.join('')
    const tail = tailOf(whole, this.tailChars)
    const omittedChars = this.#dropped + whole.length - tail.length
    return omittedChars === 0
      ? { head: this.#head + tail, omittedChars, tail: '' }
      : { head: this.#head, omittedChars, tail }
  }

  #trim(): void {
    const first = this.#pieces[0]
    if (first === undefined) return
    if (this.#pieces.length === 1 && first.length > this.tailChars * 2) {
      const cut = tailOf(first, this.tailChars)
      this.#drop(first.length - cut.length)
      this.#pieces = [cut]
      return
    }
    let gone = 0
    for (const piece of this.#pieces) {
      if (this.#tailLength - piece.length < this.tailChars) break
      this.#drop(piece.length)
      gone += 1
    }
    if (gone > 0) this.#pieces.splice(0, gone)
  }

  #drop(chars: number): void {
    this.#tailLength -= chars
    this.#dropped += chars
  }
}

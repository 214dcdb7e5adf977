/** Takes bytes piece by piece, up to a limit: what would pass it is refused before memory is taken for it. */
export class ByteSink {
  private pieces: Uint8Array[] = []
  private size = 0

  /** `refuse` makes the error that is thrown at the limit, given in bytes. */
  constructor(
    private readonly limit: number,
    private readonly refuse: (limit: number) => Error,
  ) {}

  get length(): number {
    return this.size
  }

  /** Keeps the piece itself, not a copy. @throws what `refuse` makes */
  push(piece: Uint8Array): void {
    if (this.size + piece.length > this.limit) throw this.refuse(this.limit)
    this.size += piece.length
    if (piece.length > 0) this.pieces.push(piece)
  }

  /** All of it as one array. The sink is empty after that, so that its pieces take no memory beside it. */
  take(): Uint8Array {
    const all = new Uint8Array(this.size)
    let at = 0
    for (let i = 0; i < this.pieces.length; i += 1) {
      const piece = this.pieces[i] ?? all
      all.set(piece, at)
      at += piece.length
      this.pieces[i] = new Uint8Array(0)
    }
    this.pieces = []
    this.size = 0
    return all
  }
}

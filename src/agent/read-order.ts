/**
 * The order of reads of one thing that may run side by side. One that began earlier must not take the place of one that
 * began later: dropped, whoever waited for it decides by what is newer than he asked for.
 */
export class ReadOrder {
  #begun = 0
  #taken = 0

  /** Begins a read. Returns what to ask once it has ended: false where one that began later has been taken over. */
  begin(): () => boolean {
    this.#begun += 1
    const number = this.#begun
    return () => {
      if (number < this.#taken) return false
      this.#taken = number
      return true
    }
  }
}

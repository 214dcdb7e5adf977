/** A call that waits. */
export interface Held {
  /** Resolves when the call has been made. */
  readonly reached: Promise<void>
  release(): void
}

/** A place at which a call waits: whoever makes it calls `enter`, the test has the rest. */
export function held(): Held & { enter(): Promise<void> } {
  let reach = (): void => {}
  let release = (): void => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  return {
    reached,
    release: () => release(),
    enter() {
      reach()
      return released
    },
  }
}

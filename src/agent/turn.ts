import { STOP_STORING_MS } from '#contracts/limits.ts'
import type { Clock } from '#contracts/ports/clock.ts'

/** A turn that has been taken: from before its message is stored until it has come to rest. */
export interface Turn {
  readonly id: string
  /** Aborted by a stop. */
  readonly controller: AbortController
  readonly done: Promise<void>
  /** Aborted STOP_STORING_MS after a stop: files that are not stored by then are not waited for any longer. */
  readonly late: AbortSignal
  /** The waiting message that it begins with, from when its text was taken: it cannot be edited any more. */
  sending: string | null
  /** Resolves `done`. */
  end(): void
}

export function newTurn(id: string, clock: Clock): Turn {
  let end = (): void => {}
  const done = new Promise<void>((resolve) => (end = resolve))
  const controller = new AbortController()
  const late = new AbortController()
  const onStop = (): void => {
    const cancel = clock.after(STOP_STORING_MS, () => late.abort(controller.signal.reason))
    void done.then(cancel)
  }
  controller.signal.addEventListener('abort', onStop, { once: true })
  return { id, controller, done, late: late.signal, sending: null, end }
}

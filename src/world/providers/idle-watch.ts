import type { Clock } from '#contracts/ports/clock.ts'

/** Notices a stream that says nothing for too long. */
export interface IdleWatch {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal
  /** Something came: the time begins anew. */
  touch(): void
  /** No more watching; leaves no timer behind. */
  stop(): void
}

/** Starts watching at once; `ms` of silence abort the signal. */
export function watchIdle(clock: Clock, ms: number): IdleWatch {
  const controller = new AbortController()
  const arm = () => clock.after(ms, () => controller.abort())
  let disarm = arm()
  return {
    signal: controller.signal,
    touch() {
      disarm()
      if (!controller.signal.aborted) disarm = arm()
    },
    stop: () => disarm(),
  }
}

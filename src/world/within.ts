import type { FailureError } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'

/**
 * Runs `work` for at most `ms`; its signal aborts then, and with `signal`. Rejects at once with `late()` or with the
 * signal's reason, also where the work does not listen.
 */
export async function within<T>(
  ms: number,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
  late: () => FailureError,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const stop = (): void => own.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const cancel = clock.after(ms, () => own.abort(late()))
  const over = new Promise<never>((_, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason as Error), { once: true })
  })
  try {
    return await Promise.race([work(own.signal), over])
  } catch (error) {
    // Whatever an aborted request throws, what counts is why it was aborted.
    if (own.signal.aborted) throw own.signal.reason
    throw error
  } finally {
    cancel()
    signal.removeEventListener('abort', stop)
  }
}

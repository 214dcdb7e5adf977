/**
 * Waits for a promise, but not beyond an abort: then it rejects with the signal's reason, and whatever the
 * promise still does is let go. A library that does not heed its signal cannot hold us up.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Heard by somebody in every case: one that is let go may still fail, and would be reported as never caught.
  promise.catch(() => {})
  signal.throwIfAborted()
  const { promise: aborted, reject } = withReject()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function withReject(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<never>((_, no) => {
    reject = no
  })
  return { promise, reject }
}

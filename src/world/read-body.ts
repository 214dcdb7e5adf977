import { fail } from '#contracts/failure.ts'

/** The first bytes of a body. */
export interface BodyStart {
  readonly bytes: Uint8Array
  /** There was more, which was not read. */
  readonly truncated: boolean
}

/**
 * Reads at most `max` bytes of a body and lets go of the rest, so that an endless one costs no more than a long one.
 * Throws `FailureError` (`network`) where the connection breaks off, and the signal's reason where it is aborted.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  max: number,
  signal: AbortSignal,
): Promise<BodyStart> {
  if (body === null) return { bytes: new Uint8Array(), truncated: false }
  const reader = body.getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  const parts: Uint8Array[] = []
  let length = 0
  try {
    while (length <= max) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return { bytes: joined(parts, length), truncated: false }
      parts.push(value)
      length += value.byteLength
    }
    return { bytes: joined(parts, max), truncated: true }
  } catch {
    signal.throwIfAborted()
    const said = 'The connection broke off while the answer was being read, so nothing of it is returned. Try again.'
    throw fail('execution', 'network', said, { retryable: true })
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part.subarray(0, length - at), at)
    at += Math.min(part.byteLength, length - at)
  }
  return whole
}

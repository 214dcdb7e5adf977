/**
 * A stream of `head` and at most `max` bytes of `body`. Errors when `signal` aborts; lets go of the body where it is
 * full, aborted or no longer wanted. Calls `onEnd` once, whichever way it ends.
 */
export function boundedBody(
  head: Uint8Array,
  body: ReadableStream<Uint8Array> | null,
  max: number,
  signal: AbortSignal,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  let left = max
  let over = false
  const end = (): void => {
    if (over) return
    over = true
    signal.removeEventListener('abort', abort)
    reader?.cancel().catch(() => {})
    onEnd()
  }
  let abort = (): void => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(head)
      abort = () => {
        if (over) return
        end()
        controller.error(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
    },
    async pull(controller) {
      try {
        const next = left > 0 ? await reader?.read() : undefined
        if (over) return
        if (next === undefined || next.done) {
          end()
          controller.close()
          return
        }
        const part = next.value.subarray(0, left)
        left -= part.byteLength
        controller.enqueue(part)
      } catch (error) {
        if (over) return
        end()
        controller.error(error)
      }
    },
    cancel: end,
  })
}

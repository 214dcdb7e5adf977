/** What is told of an answer while it comes. */
export interface AnswerWatch {
  /** Called when the provider takes the request on: from here on it may be paid for. */
  accepted(): void
  /** Called with the first and each further sign of life, whatever it says; a pause that is kept alive is none. */
  touch(): void
}

/** Bytes of an answer that refuses a request: what vendors say there is a sentence, and nobody reads on. */
const REFUSAL_MAX_BYTES = 200_000

/** A `fetch` whose answers tell of each of their bytes. One that refuses is cut off where it is far too long. */
export function watchedFetch(base: typeof fetch, watch: AnswerWatch): typeof fetch {
  return async (input, init) => {
    const response = await base(input, init)
    watch.touch()
    if (response.ok) watch.accepted()
    if (response.body === null) return response
    const body = heard(response.body, () => watch.touch(), response.ok ? Infinity : REFUSAL_MAX_BYTES)
    const { status, statusText, headers } = response
    return new Response(body, { status, statusText, headers })
  }
}

/** The same bytes in the same pieces; nothing is read ahead, so that a break comes after all that came before it. */
function heard(body: ReadableStream<Uint8Array>, touch: () => void, max: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = max
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        touch()
        if (done) return controller.close()
        controller.enqueue(value.subarray(0, left))
        left -= value.length
        if (left > 0) return
        controller.close()
        await reader.cancel()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

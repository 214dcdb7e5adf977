import { z } from '#contracts/zod.ts'

/**
 * Looks at each event of a stream as it came, and is true from where a second answer runs into the first, as a proxy
 * makes it that tries a request again. Calls of two answers must never be run together, nor one of them twice.
 */
export type JoinWatch = (event: unknown) => boolean

const Typed = z.object({ type: z.string() })

/**
 * For wire formats in which an answer begins with an event of its own. One that is only said twice, before anything else
 * but a `ping` has come, is still the beginning of one answer.
 */
export function watchBeginnings(type: string): JoinWatch {
  let going = false
  let joined = false
  return (event) => {
    const found = Typed.safeParse(event).data?.type
    if (found === type) joined ||= going
    else if (found !== 'ping') going = true
    return joined
  }
}

/**
 * For wire formats in which each event names its answer. Only a name that had come twice in a row counts as one: some
 * servers make up a new one for every event.
 */
export function watchNames(field: 'id' | 'responseId'): JoinWatch {
  const Named = z.object({ [field]: z.string().min(1) })
  let last: string | null = null
  let kept = false
  let joined = false
  return (event) => {
    const name = Named.safeParse(event).data?.[field]
    if (name === undefined) return joined
    if (name === last) kept = true
    else if (kept) joined = true
    last = name
    return joined
  }
}

import { useEffect, useRef, useState } from 'react'
import type { CallFilter, InspectedCalls } from '#contracts/inspection.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { type Answer, useAnswer } from './use-answer.ts'

/** The calls of a session that pass a filter, newest part first; older ones come with `older`. */
export interface Calls {
  readonly answer: Answer<InspectedCalls>
  /** Null where there are none, or while they are on their way. */
  readonly older: (() => void) | null
}

/** Older parts of a list, and where the newest part began when they were read. */
interface Older {
  readonly key: string
  readonly start: number | null
  readonly pages: readonly InspectedCalls[]
  readonly from: number | null
}

/** Asked anew when a call comes, or a turn comes to rest; older parts stay as they were read. */
export function useCalls(sessionId: string, filter: CallFilter): Calls {
  const dispatch = useDispatch()
  const known = useTranscript(sessionId, STRUCTURE, (transcript) => transcript.calls.size)
  const status = usePage((state) => state.sessions.get(sessionId)?.turn.status)
  const newest = useAnswer('inspect.calls', { sessionId, filter, beforeSeq: null }, `${known} ${status}`)
  const key = JSON.stringify([sessionId, filter])
  const [behind, setBehind] = useState<Older | null>(null)
  const [loading, setLoading] = useState<string | null>(null)
  const running = useRef<{ key: string; abort: AbortController } | null>(null)
  useEffect(
    () => () => {
      if (running.current?.key === key) running.current.abort.abort()
    },
    [key],
  )
  if (newest.status !== 'ready') return { answer: newest, older: null }

  // Where the newest part begins elsewhere now, calls lie between it and what was read before: a list with a hole would
  // read as whole, so the older parts are let go.
  const start = newest.value.beforeSeq
  const held = behind !== null && behind.key === key && behind.start === start ? behind : null
  const before = held === null ? start : held.from
  const load = async (beforeSeq: number) => {
    const abort = new AbortController()
    running.current = { key, abort }
    setLoading(key)
    const page = await dispatch('inspect.calls', { sessionId, filter, beforeSeq }, abort.signal)
    setLoading((now) => (now === key ? null : now))
    if (abort.signal.aborted) return
    if (page !== null) setBehind({ key, start, pages: [page, ...(held?.pages ?? [])], from: page.beforeSeq })
  }
  return {
    answer: { status: 'ready', value: joined([...(held?.pages ?? []), newest.value], before) },
    older: before === null || loading === key ? null : () => void load(before),
  }
}

/** Pages one after the other; what more messages pushed from one page into the next is there once. */
function joined(pages: readonly InspectedCalls[], beforeSeq: number | null): InspectedCalls {
  const rows = new Map(pages.flatMap((page) => page.rows).map((row) => [row.callId, row]))
  const tools = [...new Set(pages.flatMap((page) => page.tools))].toSorted()
  return { rows: [...rows.values()], beforeSeq, tools }
}

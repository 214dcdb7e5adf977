import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'
import type { Row } from './build-rows.ts'
import { useLoadOlder } from './load-older.ts'
import type { ScrollFollow } from './scroll-follow.ts'

/** Pages of older messages that are read in search of one call. */
const SEARCHED_PAGES = 20

interface ShownCallProps {
  sessionId: string
  rows: readonly Row[]
  hasOlder: boolean
  scroller: RefObject<HTMLElement | null>
  follow: RefObject<ScrollFollow | null>
  virtualizer: Virtualizer<HTMLDivElement, Element>
}

/**
 * Goes to the line of a call when somebody asks for it, once for each time. A call above what is held is looked for
 * in the older messages, so far as is reasonable; where it is not found, that is said.
 */
export function useShownCall({ sessionId, rows, hasOlder, scroller, follow, virtualizer }: ShownCallProps): void {
  const store = usePageStore()
  const loadOlder = useLoadOlder(sessionId)
  const shown = usePage((state) => (state.shownCall?.sessionId === sessionId ? state.shownCall : null))
  const searching = useRef<{ at: number; pages: number }>(null)
  const callId = shown?.callId
  const atCall = callId === undefined ? -1 : rows.findIndex((row) => holdsCall(row, callId))
  /** What older messages would stand before; null where there are none. */
  const before = hasOlder ? (rows.find((row) => row.kind !== 'older')?.key ?? '') : null

  const look = useEffectEvent((wanted: typeof shown, atCall: number, before: string | null) => {
    if (wanted === null) return undefined
    if (atCall >= 0) {
      // What was done is not done again when the conversation is shown anew.
      store.setState({ shownCall: null })
      follow.current?.leave()
      virtualizer.scrollToIndex(atCall, { align: 'center' })
      // The line itself may come only with the next painting.
      requestAnimationFrame(() =>
        scroller.current?.querySelector<HTMLElement>(`[data-index="${atCall}"] button`)?.focus({ preventScroll: true }),
      )
      return undefined
    }
    const pages = searching.current?.at === wanted.at ? searching.current.pages + 1 : 1
    searching.current = { at: wanted.at, pages }
    if (before !== null && pages <= SEARCHED_PAGES) {
      let left = false
      void loadOlder().then((read) => {
        // Why it could not be read is said already.
        if (!read && !left) store.setState({ shownCall: null })
      })
      return () => {
        left = true
      }
    }
    store.setState({ shownCall: null })
    store.notice({
      level: 'info',
      text: before !== null ? words.conversation.callFurtherUp : words.conversation.callNotHere,
    })
    return undefined
  })
  useEffect(() => look(shown, atCall, before), [shown, atCall, before])
}

function holdsCall(row: Row, callId: string): boolean {
  if (row.kind === 'call') return row.callId === callId
  return row.kind === 'fold' && row.callIds.includes(callId)
}

import { type RefObject, useLayoutEffect, useRef } from 'react'
import { focusMessage } from '../focus-message.ts'

/**
 * A drawer that opens takes the focus, as what it lies over can no longer have it; one that closes gives it back to where
 * it was, or to the message where that is gone.
 */
export function useDrawerFocus(drawer: RefObject<HTMLElement | null>, open: boolean): void {
  const before = useRef<{ element: Element | null } | null>(null)
  useLayoutEffect(() => {
    const pane = drawer.current
    if (pane === null) return
    const { activeElement } = document
    if (open) {
      before.current ??= { element: activeElement }
      if (!pane.contains(activeElement)) pane.focus({ preventScroll: true })
      return
    }
    const held = before.current
    before.current = null
    const free = activeElement === null || activeElement === document.body || pane.contains(activeElement)
    // In a window that grew the pane stands beside the conversation now, and keeps the focus.
    if (held === null || !free || pane.checkVisibility()) return
    const { element } = held
    if (element instanceof HTMLElement && element !== document.body && element.isConnected && element.checkVisibility())
      element.focus({ preventScroll: true })
    else focusMessage()
  }, [drawer, open])
}

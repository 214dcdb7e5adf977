import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Notice } from '../page-state.ts'

/** CSS pixels between the notices and a dialog above them, and between them and the window's edge. */
const GAP = 12

/**
 * Keeps `--said-room` on the root at the height that the notices take from the window's lower edge while `over` a
 * dialog, which ends above it (kit/dialog.module.css). Not set otherwise. Give the ref to what holds those `shown`.
 */
export function useSaidRoom(over: boolean, shown: readonly Notice[]): { ref: RefObject<HTMLElement | null> } {
  const ref = useRef<HTMLElement>(null)
  const ids = shown.map(({ id }) => id).join(' ')
  useLayoutEffect(() => {
    const box = ref.current
    if (!over || box === null || ids === '') return undefined
    const { style } = document.documentElement
    const measure = () => style.setProperty('--said-room', `${box.offsetHeight + 2 * GAP}px`)
    measure()
    // Where not all has room, what was said last is in sight.
    box.scrollTop = box.scrollHeight
    window.addEventListener('resize', measure)
    return () => {
      window.removeEventListener('resize', measure)
      style.removeProperty('--said-room')
    }
  }, [over, ids])
  return { ref }
}

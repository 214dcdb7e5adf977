import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** How much room there is: three panes, two and a drawer, or one at a time. */
export type Room = 'wide' | 'medium' | 'narrow'

const WIDE = '(min-width: 1200px)'
const MEDIUM = '(min-width: 700px)'

export function useRoom(): Room {
  return roomOf(useMedia(WIDE), useMedia(MEDIUM))
}

/** What `useRoom` gives at this moment, for what is done at a key. */
export function roomNow(): Room {
  return roomOf(window.matchMedia(WIDE).matches, window.matchMedia(MEDIUM).matches)
}

function roomOf(wide: boolean, medium: boolean): Room {
  return wide ? 'wide' : medium ? 'medium' : 'narrow'
}

/** The window's width in CSS pixels. */
export function useWindowWidth(): number {
  return useSyncExternalStore(onResize, () => window.innerWidth)
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

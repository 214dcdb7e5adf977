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
export function useRoom(): 'wide' | 'medium' | 'narrow' {
  const wide = useMedia('(min-width: 1200px)')
  const medium = useMedia('(min-width: 700px)')
  return wide ? 'wide' : medium ? 'medium' : 'narrow'
}

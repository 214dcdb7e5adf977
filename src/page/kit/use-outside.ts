import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Calls `onOutside` when something beside `frame` is pressed, while `active`. */
export function useOutside(frame: RefObject<HTMLElement | null>, active: boolean, onOutside: () => void): void {
  const press = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !frame.current?.contains(event.target)) onOutside()
  })
  useEffect(() => {
    if (!active) return undefined
    const listen = (event: Event) => press(event)
    document.addEventListener('pointerdown', listen)
    return () => document.removeEventListener('pointerdown', listen)
  }, [active])
}

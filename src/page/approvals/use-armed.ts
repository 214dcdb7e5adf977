import { useEffect, useState } from 'react'

/** How long what is shown must have been there, untouched, before it takes an answer: a press meant for elsewhere is past by then. */
export const ARM_AFTER_MS = 400

/**
 * False after `shown` became another one, until nothing was pressed for a moment; then true. Who still presses, presses
 * for what was there before.
 */
export function useArmed(shown: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const arm = () => {
      stop.abort()
      setArmed(shown)
    }
    let timer = setTimeout(arm, ARM_AFTER_MS)
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(arm, ARM_AFTER_MS)
    }
    for (const press of ['pointerdown', 'keydown'] as const)
      window.addEventListener(press, again, { capture: true, signal: stop.signal })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [shown])
  return armed === shown
}

import { useEffect, useState } from 'react'

/** How long what is shown must have been there before it takes an answer: a key meant for elsewhere is past by then. */
export const ARM_AFTER_MS = 400

/** False for a moment after `shown` became another one, then true. */
export function useArmed(shown: string): boolean {
  const [armed, setArmed] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(shown), ARM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return armed === shown
}

import { useEffect, useEffectEvent } from 'react'

/** A slow reader's pace, and the time to notice that there is something to read. */
const MS_A_CHARACTER = 70
const NOTICE_MS = 3_000
const LEAST_MS = 6_000

/** How long a text of that many characters stays, in milliseconds. */
export function readingMs(chars: number): number {
  return Math.max(LEAST_MS, NOTICE_MS + chars * MS_A_CHARACTER)
}

/** Calls `onLeave` after `ms`; never while `held`, and after that only when the whole time has passed again. */
export function useLeave(ms: number | null, held: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (ms === null || held) return undefined
    const timer = setTimeout(() => leave(), ms)
    return () => clearTimeout(timer)
  }, [ms, held])
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { readKept, writeKept } from '../kept.ts'

const KEEP_AFTER_MS = 300
/** A longer draft is not kept: localStorage is small, and shared with the page's other memory. */
const KEPT_MAX_CHARS = 50_000

/** The text being written for one session. It survives a reload, and a change of session. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const name = `draft.${sessionId}`
  const [text, setText] = useState(() => {
    const kept = readKept(name)
    return typeof kept === 'string' ? kept : ''
  })
  const latest = useRef(text)
  const keep = useCallback(() => {
    const { length } = latest.current
    if (length <= KEPT_MAX_CHARS) writeKept(name, length === 0 ? undefined : latest.current)
  }, [name])
  const change = useCallback((changed: string) => {
    latest.current = changed
    setText(changed)
  }, [])
  useEffect(() => {
    const timer = window.setTimeout(keep, KEEP_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [text, keep])
  useEffect(() => {
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  return [text, change]
}

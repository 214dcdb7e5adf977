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
  const keep = useCallback(
    (draft: string) => {
      if (draft.length <= KEPT_MAX_CHARS) writeKept(name, draft === '' ? undefined : draft)
    },
    [name],
  )
  const change = useCallback((changed: string) => {
    latest.current = changed
    setText(changed)
  }, [])
  useEffect(() => {
    const timer = window.setTimeout(() => keep(text), KEEP_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [text, keep])
  useEffect(() => {
    const keepLatest = () => keep(latest.current)
    window.addEventListener('pagehide', keepLatest)
    return () => {
      window.removeEventListener('pagehide', keepLatest)
      keepLatest()
    }
  }, [keep])
  return [text, change]
}

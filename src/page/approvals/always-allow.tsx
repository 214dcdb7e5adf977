import { useEffect, useEffectEvent, useState } from 'react'
import type { Approval } from '#contracts/approvals.ts'
import type { RulePreview } from '#contracts/rules.ts'
import { Button } from '../kit/button.tsx'
import { PastCalls } from '../kit/past-calls.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { useDispatch } from '../runtime.ts'
import { takesLetters } from '../shortcuts.ts'
import { words } from '../words.ts'
import styles from './card.module.css'

/** The rule that this approval may become, with what it would have matched. It is looked at before it is made. */
export function AlwaysAllow(props: { approval: Approval; busy: boolean; onAllow: () => void; onClose: () => void }) {
  const { approval, busy, onAllow, onClose } = props
  const { sessionId, callId } = approval
  const dispatch = useDispatch()
  const [found, setFound] = useState<{ preview: RulePreview | null } | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    void dispatch('rules.suggest', { sessionId, callId }, stop.signal).then((answer) => {
      if (!stop.signal.aborted) setFound({ preview: answer?.preview ?? null })
    })
    return () => stop.abort()
  }, [dispatch, sessionId, callId])
  const preview = found?.preview ?? null
  const ready = preview !== null && !busy
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target)) return
    if (event.key.toLowerCase() === 'r' && ready) {
      event.preventDefault()
      onAllow()
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <div
      className={styles.always}
      role="group"
      aria-label={words.approval.always}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      {found === null && <p className={styles.note}>{words.approval.alwaysLoading}</p>}
      {found !== null && preview === null && <p className={styles.note}>{words.approval.alwaysGone}</p>}
      {preview !== null && (
        <>
          <div className={styles.ruling}>
            <p>
              <Spoken text={`${preview.words}.`} />
            </p>
            <p className={styles.note}>{words.approval.alwaysAbout}</p>
            <PastCalls past={preview.past} />
          </div>
          <div>
            <Button look="ask" hint="R" disabled={!ready} onClick={onAllow}>
              {words.approval.alwaysAllow}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

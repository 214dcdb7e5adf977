import Globe from 'lucide-react/icons/globe'
import KeyRound from 'lucide-react/icons/key-round'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId, useRef, useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import type { TrustState } from '#contracts/trust.ts'
import type { LucideIcon } from '../kit/icon.ts'
import { RiskMark } from '../kit/risk-mark.tsx'
import { useOutside } from '../kit/use-outside.ts'
import { usePage } from '../store.ts'
import { RunPanel } from './run-panel.tsx'
import { trustWords as words } from './trust-words.ts'
import styles from './trust.module.css'

/** What a run touched, as one quiet mark that opens to what, when and by which call. Nothing while there is nothing to say. */
export function RunMark({ session }: { session: Session }) {
  const trust = usePage((state) => state.trust.get(session.workspaceId))
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  useOutside(frame, open, () => setOpen(false))
  const mark = markOf(session, trust)
  if (mark === null) return null
  const Glyph = mark.glyph

  return (
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.preventDefault()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.mark}
        data-warns={mark.warns || undefined}
        aria-expanded={open}
        aria-controls={panel}
        data-tip={words.mark.label}
        onClick={() => setOpen(!open)}
      >
        {Glyph !== null && <Glyph size={14} aria-hidden="true" />}
        <span className="visually-hidden">{words.mark.label}: </span>
        <span className={styles.word}>{mark.word}</span>
      </button>
      {open && (
        <div id={panel} className={styles.panel} role="group" aria-label={words.mark.label}>
          <RunPanel session={session} trust={trust} onClose={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}

interface Mark {
  /** Null where the word brings its own. */
  glyph: LucideIcon | null
  word: React.ReactNode
  warns: boolean
}

/** What matters most, in one word or two. */
function markOf({ watch }: Session, trust: TrustState | undefined): Mark | null {
  if (trust?.trusted === false) return { glyph: ShieldAlert, word: words.mark.untrusted, warns: true }
  const entered = watch !== undefined && watch.entered.first.length > 0
  const hasPrivate = watch !== undefined && watch.privateReads.first.length > 0
  if (entered) return { glyph: Globe, word: hasPrivate ? words.mark.both : words.mark.entered, warns: true }
  if (hasPrivate) return { glyph: KeyRound, word: words.mark.private, warns: true }
  if (watch !== undefined && watch.observed !== 'read-only-local')
    return { glyph: null, word: <RiskMark risk={watch.observed} />, warns: false }
  return trust?.decision?.trusted === true ? { glyph: ShieldCheck, word: words.mark.trusted, warns: false } : null
}

import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { words } from '../words.ts'
import { CallLine } from './call-line.tsx'
import styles from './call-line.module.css'

/** A run of finished reads as one line, opening to each. */
export function FoldLine(props: { sessionId: string; callIds: readonly string[]; kind: 'reads' | 'looks' }) {
  const { sessionId, callIds, kind } = props
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.call}>
      <button type="button" className={styles.line} data-state="ok" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight className={styles.glyph ?? ''} data-chevron="" size={14} aria-hidden="true" />
        <span className={styles.words}>{words.call[kind](callIds.length)}</span>
      </button>
      {open && (
        <div className={styles.folded}>
          {callIds.map((callId) => (
            <CallLine key={callId} sessionId={sessionId} callId={callId} name="" />
          ))}
        </div>
      )}
    </div>
  )
}

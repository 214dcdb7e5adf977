import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { showInvisible } from '../kit/show-invisible.ts'
import { useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { CallLine } from './call-line.tsx'
import styles from './call-line.module.css'

/** What was said of one call, said once of all: that they were not run stands above already. */
function ofSeveral(reason: string): string {
  return reason
    .replace(/^The call was not run(?: here)?, because (\p{L})/u, (_, first: string) => first.toUpperCase())
    .replace('so this one was not run. Make it in', 'so these were not run. Make them in')
}

/** A run of finished reads, or of calls refused for one reason, as one line, opening to each. */
export function FoldLine(props: { sessionId: string; callIds: readonly string[]; kind: 'reads' | 'looks' | 'unrun' }) {
  const { sessionId, callIds, kind } = props
  const [open, setOpen] = useState(false)
  const reason = useTranscript(sessionId, STRUCTURE, ({ calls }) =>
    kind === 'unrun' ? calls.get(callIds[0] ?? '')?.failure?.message : undefined,
  )
  return (
    <div className={styles.call}>
      <button
        type="button"
        className={styles.line}
        data-state={kind === 'unrun' ? 'invalid' : 'ok'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={styles.glyph ?? ''} data-chevron="" size={14} aria-hidden="true" />
        <span className={styles.words}>{words.call[kind](callIds.length)}</span>
      </button>
      {reason !== undefined && !open && <p className={styles.failure}>{showInvisible(ofSeveral(reason))}</p>}
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

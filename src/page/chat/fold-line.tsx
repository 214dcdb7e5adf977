import ChevronRight from 'lucide-react/icons/chevron-right'
import type { Failure } from '#contracts/failure.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { CallLine } from './call-line.tsx'
import { useOpened } from './use-opened.ts'
import styles from './call-line.module.css'

/** Why several calls were not run, said once of all; what has no words here is said as it was of one. */
function reasonOf({ kind, message }: Failure): string {
  return words.call.unrunWhy[kind] ?? showInvisible(message)
}

/** A run of finished reads, or of calls refused for one reason, as one line, opening to each. */
export function FoldLine(props: { sessionId: string; callIds: readonly string[]; kind: 'reads' | 'looks' | 'unrun' }) {
  const { sessionId, callIds, kind } = props
  // Its first call becomes another where older messages are read.
  const keys = callIds.map((callId) => `fold/${callId}`)
  const [open, setOpen] = useOpened(sessionId, keys)
  const failure = useTranscript(sessionId, STRUCTURE, ({ calls }) =>
    kind === 'unrun' ? calls.get(callIds[0] ?? '')?.failure : undefined,
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
      {failure !== undefined && !open && <p className={styles.failure}>{reasonOf(failure)}</p>}
      {open && (
        <div className={styles.folded}>
          {callIds.map((callId) => (
            <CallLine
              key={callId}
              sessionId={sessionId}
              callId={callId}
              name=""
              // Not as a line of its own, which would leave the fold.
              openKey={`folded/${callId}`}
            />
          ))}
        </div>
      )}
    </div>
  )
}

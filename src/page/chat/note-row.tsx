import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { usePage, useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import styles from './rows.module.css'

interface NoteRowProps {
  sessionId: string
  seq: number
  /** It stands below an answer that failed, and says so. */
  endsAnswer: boolean
}

/** What the host says in the conversation: stopped, interrupted, a budget, a new try. */
export function NoteRow({ sessionId, seq, endsAnswer }: NoteRowProps) {
  const dispatch = useDispatch()
  const note = useTranscript(sessionId, STRUCTURE, (transcript) => transcript.messages.get(seq))
  // What the person did himself since then leaves the turn where it stood.
  const last = useTranscript(sessionId, STRUCTURE, ({ messages }) =>
    [...messages.values()].every((later) => later.seq <= seq || (later.role === 'user' && later.act !== undefined)),
  )
  const resting = usePage((state) => {
    const status = state.sessions.get(sessionId)?.turn.status
    return status === 'idle' || status === 'interrupted'
  })
  const readOnly = usePage((state) => state.opened.get(sessionId)?.access === 'read-only')
  if (note?.role !== 'note') return null
  return (
    <div className={styles.note} data-note={note.note} role="note">
      <p>
        <b>{endsAnswer ? words.conversation.failedMessage : words.conversation.notes[note.note]}</b>{' '}
        {showInvisible(note.text)}
        {note.failure !== undefined && note.failure.message !== note.text && ` ${showInvisible(note.failure.message)}`}
      </p>
      {note.canGoOn && last && resting && (
        <Button small look="primary" disabled={readOnly} onClick={() => void dispatch('turn.goOn', { sessionId })}>
          {words.conversation.goOn}
        </Button>
      )}
    </div>
  )
}

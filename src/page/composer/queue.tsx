import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import type { QueuedMessage, Session } from '#contracts/sessions.ts'
import { Button, IconButton } from '../kit/button.tsx'
import fields from '../kit/field.module.css'
import { isOwnTurn } from '../is-own-turn.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { useTranscript } from '../store.ts'
import { STRUCTURE } from '../transcript.ts'
import { words } from '../words.ts'
import { useEditing } from './use-editing.ts'
import styles from './queue.module.css'

/**
 * Messages that wait for the turn to end, or, after a stop, for the person: each can still be changed or taken back.
 * With nothing running they go when the person says so, or before what he writes next.
 */
export function Queue({ session, readOnly }: { session: Session; readOnly: boolean }) {
  const dispatch = useDispatch()
  const own = useTranscript(session.id, STRUCTURE, isOwnTurn)
  const { status } = session.turn
  const resting = status === 'idle' || status === 'interrupted'
  const { queued, queuedOwn, waitsInQueue, waitsAbout, sendQueue } = words.composer
  return (
    <section className={styles.queue} aria-label={words.regions.queue}>
      <div className={styles.head}>
        <h2 className={styles.title}>{resting ? waitsInQueue : own ? queuedOwn : queued}</h2>
        {resting && (
          <Button
            small
            look="primary"
            disabled={readOnly}
            data-tip={waitsAbout}
            onClick={() => void dispatch('queue.send', { sessionId: session.id })}
          >
            {sendQueue}
          </Button>
        )}
      </div>
      <ol className={styles.list}>
        {session.queue.map((message) => (
          <Queued key={message.id} sessionId={session.id} message={message} readOnly={readOnly} />
        ))}
      </ol>
    </section>
  )
}

function Queued(props: { sessionId: string; message: QueuedMessage; readOnly: boolean }) {
  const { sessionId, message, readOnly } = props
  const dispatch = useDispatch()
  const [text, setText] = useEditing(sessionId, message.id)
  const save = async () => {
    if (readOnly || text === null || text.trim() === '') return
    const saved = await dispatch('queue.edit', { sessionId, id: message.id, text: text.trim() })
    if (saved !== null) setText(null)
  }
  if (text !== null)
    return (
      <li className={styles.editing}>
        <textarea
          className={fields.input}
          aria-label={words.composer.queuedLabel}
          rows={3}
          value={text}
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') setText(null)
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault()
              void save()
            }
          }}
        />
        <div>
          <Button small onClick={() => setText(null)}>
            {words.actions.cancel}
          </Button>
          <Button small look="primary" disabled={readOnly || text.trim() === ''} onClick={() => void save()}>
            {words.composer.saveQueued}
          </Button>
        </div>
      </li>
    )
  const shown = message.text === '' ? message.attachments.map((attachment) => attachment.name).join(', ') : message.text
  return (
    <li className={styles.item}>
      <span>{showInvisible(shown)}</span>
      <IconButton
        name={words.composer.editQueued}
        icon={Pencil}
        size={13}
        disabled={readOnly}
        onClick={() => setText(message.text)}
      />
      <IconButton
        name={words.composer.removeQueued}
        icon={X}
        size={14}
        disabled={readOnly}
        onClick={() => void dispatch('queue.remove', { sessionId, id: message.id })}
      />
    </li>
  )
}

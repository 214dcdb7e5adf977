import ChevronRight from 'lucide-react/icons/chevron-right'
import { duration } from '../kit/format.ts'
import { showInProse } from '../kit/show-in-prose.ts'
import { useTranscript } from '../store.ts'
import { partKey } from '../transcript.ts'
import { words } from '../words.ts'
import { useOpened } from './use-opened.ts'
import styles from './rows.module.css'

/** What the model thought, folded to one line. Plain text: it is not meant as an answer. */
export function Reasoning(props: {
  sessionId: string
  seq: number
  part: number
  done: boolean
  /** What it is remembered by while it is open. */
  openKey: string
}) {
  const { sessionId, seq, part, done, openKey } = props
  const [open, setOpen] = useOpened(sessionId, [openKey])
  const value = useTranscript(sessionId, partKey(seq, part), (transcript) => transcript.part(seq, part))
  if (value?.type !== 'reasoning') return null
  const title = !done
    ? words.conversation.thinking
    : value.durationMs === undefined
      ? words.conversation.thoughtUntimed
      : words.conversation.thought(duration(value.durationMs))
  return (
    <div className={styles.reasoning}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} className={styles.chevron ?? ''} aria-hidden="true" />
        {title}
      </button>
      {open && <p className={styles.thought}>{showInProse(value.text)}</p>}
    </div>
  )
}

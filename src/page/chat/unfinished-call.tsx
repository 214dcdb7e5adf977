import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleX from 'lucide-react/icons/circle-x'
import type { RefusedCall } from '#contracts/calls.ts'
import { tokens } from '../kit/format.ts'
import { Spoken } from '../kit/spoken.tsx'
import { useTranscript } from '../store.ts'
import { whereItFailed } from '../where-it-failed.ts'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './call-line.module.css'

/** A call whose arguments still arrive: greyed, because it is nothing yet. */
export function DraftLine({ sessionId, draftKey }: { sessionId: string; draftKey: string }) {
  const draft = useTranscript(sessionId, draftKey, ({ drafts }) => drafts.get(draftKey))
  if (draft === undefined) return null
  return (
    <div className={styles.call}>
      <div className={styles.line} data-state="draft">
        <CircleDashed className={styles.glyph ?? ''} size={14} aria-hidden="true" />
        <span className={styles.words}>
          <code>{showInvisible(draft.name)}</code>
        </span>
        <span className={styles.summary}>
          {words.call.states.draft} · {tokens(draft.argumentChars)}
        </span>
      </div>
    </div>
  )
}

/** A call that was cut or malformed and never ran. */
export function RefusedLine({ call }: { call: RefusedCall }) {
  return (
    <div className={styles.call}>
      <div className={styles.line} data-state="invalid">
        <CircleX className={styles.glyph ?? ''} size={14} aria-hidden="true" />
        <span className={styles.words}>
          <span className="visually-hidden">{words.call.refused}: </span>
          <code>{showInvisible(call.name)}</code>
        </span>
      </div>
      <p className={styles.failure}>
        <b>{whereItFailed(call.failure)}.</b> <Spoken text={call.failure.message} />
      </p>
    </div>
  )
}

import { Button } from '../kit/button.tsx'
import { PastCalls } from '../kit/past-calls.tsx'
import { Spoken } from '../kit/spoken.tsx'
import { words } from '../words.ts'
import type { FoundRule } from './use-rule-preview.ts'
import styles from './card.module.css'

interface AlwaysAllowProps {
  found: FoundRule
  busy: boolean
  /** False until the rule has been there long enough to be read. */
  armed: boolean
  onAllow: () => void
  onClose: () => void
}

/** The rule that an approval may become, with what it would have matched. It is looked at before it is made. */
export function AlwaysAllow({ found, busy, armed, onAllow, onClose }: AlwaysAllowProps) {
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
      {found.state === 'loading' && <p className={styles.note}>{words.approval.alwaysLoading}</p>}
      {found.state === 'gone' && <p className={styles.note}>{words.approval.alwaysGone}</p>}
      {found.state === 'found' && (
        <>
          <div className={styles.ruling}>
            <p>
              <Spoken text={`${found.preview.words}.`} />
            </p>
            <p className={styles.note}>{words.approval.alwaysAbout}</p>
            <PastCalls past={found.preview.past} />
          </div>
          <div>
            <Button look="ask" hint="R" disabled={busy} aria-disabled={!armed} onClick={() => armed && onAllow()}>
              {words.approval.alwaysAllow}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

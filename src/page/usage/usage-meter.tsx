import { useId, useRef, useState } from 'react'
import { costText } from '#contracts/money.ts'
import type { Session } from '#contracts/sessions.ts'
import { tokens } from '../kit/format.ts'
import { useOutside } from '../kit/use-outside.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { SpendingNote } from './spending-note.tsx'
import { UsageSteps } from './usage-steps.tsx'
import { usageWords } from './usage-words.ts'
import styles from './usage.module.css'

/** A quiet figure, tokens in the context and cost, that opens to the numbers of each step. */
export function UsageMeter({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const panel = useId()
  useOutside(frame, open, () => setOpen(false))
  const money = usePage((state) => state.settings.money)
  const { contextTokens, usage, spend } = session
  const isCapped = money.turnCap !== null || money.sessionCap !== null
  const context = contextTokens === null ? words.usage.none : words.usage.context(tokens(contextTokens))

  return (
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.preventDefault()
          setOpen(false)
        }
      }}
    >
      {/* A status that is not live: figures that grow with each step are not read out. */}
      <div role="status" aria-live="off" aria-label={words.usage.label}>
        <button
          type="button"
          className={styles.meter}
          aria-expanded={open}
          aria-controls={panel}
          data-tip={words.usage.open}
          onClick={() => setOpen(!open)}
        >
          <span>{context}</span>
          {usage.cost !== null && <span>{costText(usage.cost, money)}</span>}
          {isCapped && (spend?.unpriced ?? 0) > 0 && <span title={usageWords.incomplete}>{usageWords.more}</span>}
        </button>
      </div>
      {open && (
        <div id={panel} className={styles.panel} role="group" aria-label={words.usage.label}>
          <UsageSteps session={session} />
          <SpendingNote session={session} />
        </div>
      )}
    </div>
  )
}

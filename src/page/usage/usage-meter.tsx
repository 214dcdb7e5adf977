import { useId, useRef, useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { dollars, tokens } from '../kit/format.ts'
import { useOutside } from '../kit/use-outside.ts'
import { words } from '../words.ts'
import { UsageSteps } from './usage-steps.tsx'
import styles from './usage.module.css'

/** A quiet figure, tokens in the context and cost, that opens to the numbers of each step. */
export function UsageMeter({ session }: { session: Session }) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const panel = useId()
  useOutside(frame, open, () => setOpen(false))
  const { contextTokens, usage } = session
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
          {usage.cost !== null && <span>{dollars(usage.cost)}</span>}
        </button>
      </div>
      {open && (
        <div id={panel} className={styles.panel} role="group" aria-label={words.usage.label}>
          <UsageSteps session={session} />
        </div>
      )}
    </div>
  )
}

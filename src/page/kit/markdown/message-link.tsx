import type { ReactNode } from 'react'
import { showInvisible } from '../show-invisible.ts'
import { safeLink } from './addresses.ts'
import styles from './markdown.module.css'

/**
 * A link of a message. It opens only when it is clicked, in a new tab that knows nothing of this one, and
 * says before where it leads. An address that must not be opened stands behind its label as text.
 */
export function MessageLink({ address, label, children }: { address: string; label: string; children: ReactNode }) {
  const link = safeLink(address)
  if (link === null) {
    return (
      <span>
        {children}
        {address === label || address === '' ? null : (
          <span className={styles.address}> ({showInvisible(address)})</span>
        )}
      </span>
    )
  }
  return (
    <>
      <a
        className={styles.link}
        href={link.href}
        target="_blank"
        rel="noopener noreferrer"
        title={`${link.place}\n${link.href}`}
      >
        {children}
      </a>
      {claimsAnotherPlace(label, link.place) && <span className={styles.address}> ({link.place})</span>}
    </>
  )
}

/** True for a label that reads like an address but does not begin with the place where the link leads. */
function claimsAnotherPlace(label: string, place: string): boolean {
  const text = label.trim()
  if (/\s/.test(text) || !/[^.]\.[^.]/.test(text)) return false
  const named = text.replace(/^[a-z]+:\/*/i, '').toLowerCase()
  return named !== place && !['/', '?', '#'].some((border) => named.startsWith(`${place}${border}`))
}

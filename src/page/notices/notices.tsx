import { useState } from 'react'
import { useDialogOpen } from '../kit/open-dialogs.ts'
import type { Notice } from '../page-state.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { NoticeCard } from './notice-card.tsx'
import { useSaidRoom } from './use-said-room.ts'
import styles from './notices.module.css'

const NONE: readonly Notice[] = []

/**
 * Short words to the person. They never take the focus. What leaves by itself floats at the edge of the page; an error,
 * which stays until it is dismissed, has a bar of its own above the panes and covers nothing of them. What is said while
 * a dialog is open concerns it: all of it stands at the window's lower edge, and the dialog ends above it. What stood
 * before stays where it is, so that a dialog moves nothing behind it.
 */
export function Notices({ of }: { of: 'errors' | 'passing' }) {
  const notices = usePage((state) => state.notices)
  // One that is asked for counts while its code is still on the way.
  const asked = usePage((state) => state.dialog !== null)
  const dialog = useDialogOpen() || asked
  const [before, setBefore] = useState<readonly Notice[] | null>(null)
  if (dialog !== (before !== null)) setBefore(dialog ? notices : null)
  const errors = of === 'errors'
  const stood = dialog ? (before ?? NONE) : notices
  const shown = notices.filter((notice) => (notice.level === 'error' && stood.includes(notice) ? errors : !errors))
  const { ref } = useSaidRoom(dialog && !errors, shown)
  return (
    <section
      ref={ref}
      className={errors ? styles.bar : styles.stack}
      data-dialog={dialog || undefined}
      aria-label={errors ? words.regions.errors : words.regions.notices}
      aria-live="polite"
      aria-relevant="additions"
    >
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

import { usePage } from '../store.ts'
import { words } from '../words.ts'
import { NoticeCard } from './notice-card.tsx'
import styles from './notices.module.css'

/**
 * Short words to the person. They never take the focus. What leaves by itself floats at the edge of the page; an error,
 * which stays until it is dismissed, has a bar of its own above the panes and covers nothing of them. While a dialog is
 * open, what is said concerns it and floats above it.
 */
export function Notices({ of }: { of: 'errors' | 'passing' }) {
  const notices = usePage((state) => state.notices)
  const dialog = usePage((state) => state.dialog !== null)
  const errors = of === 'errors'
  return (
    <section
      className={errors && !dialog ? styles.bar : styles.stack}
      data-dialog={dialog || undefined}
      data-of={of}
      aria-label={errors ? words.regions.errors : words.regions.notices}
      aria-live="polite"
      aria-relevant="additions"
    >
      {notices
        .filter(({ level }) => (level === 'error') === errors)
        .map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
    </section>
  )
}

import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { IconButton } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import type { Notice } from '../page-state.ts'
import { usePage, usePageStore } from '../store.ts'
import { words } from '../words.ts'
import styles from './notices.module.css'

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert }
const SHOWN_MS = { info: 6_000, warning: 10_000 }

/** Short words at the edge of the page. They never take the focus; an error stays until it is dismissed. */
export function Notices() {
  const notices = usePage((state) => state.notices)
  return (
    <section className={styles.stack} aria-label={words.regions.notices} aria-live="polite" aria-relevant="additions">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function NoticeCard({ notice }: { notice: Notice }) {
  const store = usePageStore()
  const { id, level, text, failure } = notice
  const Icon = ICONS[level]
  useEffect(() => {
    if (level === 'error') return undefined
    const timer = window.setTimeout(() => store.dismiss(id), SHOWN_MS[level])
    return () => window.clearTimeout(timer)
  }, [store, id, level])
  return (
    <div className={styles.notice} data-level={level}>
      <Icon size={16} aria-hidden="true" />
      <ScrollBox className={styles.text} name={words.regions.notice}>
        {showInvisible(text)}
        {failure !== undefined && failure.message !== text && <span>{showInvisible(failure.message)}</span>}
      </ScrollBox>
      <IconButton name={words.actions.dismiss} icon={X} size={14} onClick={() => store.dismiss(id)} />
    </div>
  )
}

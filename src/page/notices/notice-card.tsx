import CircleAlert from 'lucide-react/icons/circle-alert'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { ScrollBox } from '../kit/scroll-box.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import type { Notice } from '../page-state.ts'
import { usePageStore } from '../store.ts'
import { words } from '../words.ts'
import { readingMs, useLeave } from './use-leave.ts'
import styles from './notices.module.css'

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert }

/** One notice. It leaves when it can have been read, not while the pointer or the focus is on it; an error stays. */
export function NoticeCard({ notice }: { notice: Notice }) {
  const store = usePageStore()
  const { id, level, text, failure } = notice
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const Icon = ICONS[level]
  const why = failure !== undefined && failure.message !== text ? failure.message : ''
  const dismiss = () => store.dismiss(id)
  useLeave(level === 'error' ? null : readingMs(text.length + why.length), hovered || focused, dismiss)
  return (
    <div
      className={styles.notice}
      data-level={level}
      // On the notice itself: a dialog asks after the press, when the notice may be gone from the page.
      data-over-dialog=""
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={16} aria-hidden="true" />
      <ScrollBox className={styles.text} name={words.regions.notice}>
        {showInvisible(text)}
        {why !== '' && <span>{showInvisible(why)}</span>}
      </ScrollBox>
      <IconButton name={words.actions.dismiss} icon={X} size={14} onClick={dismiss} />
    </div>
  )
}

import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { IconButton } from '../kit/button.tsx'
import { ago, exactTime } from '../kit/format.ts'
import { lazyView } from '../kit/lazy-view.tsx'
import { sessionAddress } from '../selection.ts'
import { sessionTitle } from '../session-title.ts'
import { usePage } from '../store.ts'
import { words } from '../words.ts'
import styles from './sessions.module.css'

const SessionMenu = lazyView<{ session: Session; title: string; opener?: ReactNode }>(
  async () => (await import('./session-menu.tsx')).SessionMenu,
  { lost: 'mark', wait: ({ opener }) => opener },
)

/** One session of the list: a link to it, and what can be done with it. */
export function SessionItem({ session, selected, now }: { session: Session; selected: boolean; now: number }) {
  const [menu, setMenu] = useState(false)
  const asks = usePage((state) => {
    for (const each of state.approvals.values()) if (each.sessionId === session.id) return true
    for (const each of state.questions.values()) if (each.sessionId === session.id) return true
    return false
  })
  const status = asks ? 'waiting' : session.turn.status
  const title = sessionTitle(session)
  const opener = (
    <IconButton
      className={styles.more ?? ''}
      name={words.sessions.menu(title)}
      icon={Ellipsis}
      aria-haspopup="menu"
      onClick={() => setMenu(true)}
    />
  )

  return (
    <li className={styles.item} data-selected={selected || undefined}>
      <a className={styles.link} href={sessionAddress(session.id)} aria-current={selected ? 'page' : undefined}>
        <i className={styles.status} data-status={status} aria-hidden="true" />
        <span className={styles.title}>{title}</span>
        {status !== 'idle' && <span className="visually-hidden">{words.sessions.status[status]}</span>}
        {session.demoId !== null && <span className={styles.tag}>{words.sessions.scripted}</span>}
        <time
          className={styles.time}
          dateTime={new Date(session.updatedAt).toISOString()}
          title={exactTime(session.updatedAt)}
        >
          {ago(session.updatedAt, now)}
        </time>
      </a>
      {menu ? <SessionMenu session={session} title={title} opener={opener} /> : opener}
    </li>
  )
}

import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import PanelRight from 'lucide-react/icons/panel-right'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { IconButton } from '../kit/button.tsx'
import { useNewSession } from '../new-session.ts'
import { sessionTitle } from '../session-title.ts'
import { altChord, chord } from '../shortcuts.ts'
import { usePage, usePageStore } from '../store.ts'
import { useRoom } from '../use-media.ts'
import { words } from '../words.ts'
import styles from './session-header.module.css'

/** The session's title, where its turn stands, and the panes. `children` is the usage. */
export function SessionHeader({ session, children }: { session: Session | null; children: ReactNode }) {
  const store = usePageStore()
  const panes = usePage((state) => state.panes)
  const newSession = useNewSession()
  const room = useRoom()
  const workspaceShown = room === 'wide' ? panes.workspaceOpen : panes.tab === 'work'
  const title = session === null ? words.product : sessionTitle(session)
  const toggleWorkspace = () =>
    store.setState(({ panes }) => ({
      panes:
        room === 'wide'
          ? { ...panes, workspaceOpen: !panes.workspaceOpen }
          : { ...panes, tab: panes.tab === 'work' ? 'chat' : 'work' },
    }))

  return (
    <header className={styles.header}>
      {room !== 'narrow' && !panes.sessionsOpen && (
        <>
          <IconButton
            name={words.panes.showSessions}
            hint={chord('B')}
            icon={PanelLeftOpen}
            onClick={() => store.setState(({ panes }) => ({ panes: { ...panes, sessionsOpen: true } }))}
          />
          <IconButton name={words.sessions.create} hint={altChord('N')} icon={Plus} onClick={() => void newSession()} />
        </>
      )}
      <h1 className={styles.title} data-tip={session !== null && title.length > 40 ? title : undefined}>
        {title}
      </h1>
      {session?.demoId !== null && session !== null && (
        <span className={styles.tag} data-tip={words.conversation.scripted}>
          {words.sessions.scripted}
        </span>
      )}
      <div className={styles.end}>
        {children}
        {room !== 'narrow' && (
          <IconButton
            name={workspaceShown ? words.panes.hideWorkspace : words.panes.showWorkspace}
            hint={chord('J')}
            icon={PanelRight}
            aria-pressed={workspaceShown}
            onClick={toggleWorkspace}
          />
        )}
      </div>
    </header>
  )
}

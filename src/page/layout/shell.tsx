import { type CSSProperties, type ReactNode, useRef } from 'react'
import { CONVERSATION_LEAST, type Panes, paneWidths } from '../panes.ts'
import { usePage, usePageStore } from '../store.ts'
import { useRoom, useWindowWidth } from '../use-media.ts'
import { words } from '../words.ts'
import { Splitter } from './splitter.tsx'
import { TabBar } from './tab-bar.tsx'
import { useDrawerFocus } from './use-drawer-focus.ts'
import styles from './shell.module.css'

/**
 * The three panes. They stay mounted whatever the room: a pane that is out of sight is hidden, so that
 * scroll positions and half-written words survive a turned phone.
 */
export function Shell({
  sessions,
  conversation,
  workspace,
}: Record<'sessions' | 'conversation' | 'workspace', ReactNode>) {
  const store = usePageStore()
  const panes = usePage((state) => state.panes)
  const room = useRoom()
  const windowWidth = useWindowWidth()
  const frame = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const change = (changed: Partial<Panes>) => store.setState((now) => ({ panes: { ...now.panes, ...changed } }))

  const shows = {
    sessions: room === 'narrow' ? panes.tab === 'more' : panes.sessionsOpen,
    conversation: room !== 'narrow' || panes.tab === 'chat',
    workspace: room === 'wide' ? panes.workspaceOpen : panes.tab === 'work',
  }
  const drawer = room === 'medium' && shows.workspace
  // A pane that stands for the whole page is its main part and has its first heading, as the conversation has.
  const alone = { sessions: room === 'narrow', workspace: room === 'narrow' || drawer }
  useDrawerFocus(pane, drawer)
  const widths = paneWidths(panes, windowWidth, room === 'wide' && shows.workspace)
  const style = {
    '--sessions-width': `${widths.sessions.now}px`,
    '--workspace-width': `${widths.workspace.now}px`,
    // While the sessions are dragged the workspace gives way at once.
    '--sessions-taken': shows.sessions ? 'var(--sessions-width)' : '0px',
    '--conversation-least': `${CONVERSATION_LEAST}px`,
  } as CSSProperties

  return (
    <div ref={frame} className={styles.shell} data-room={room} style={style}>
      <div className={styles.sessions} role={alone.sessions ? 'main' : undefined} hidden={!shows.sessions}>
        {alone.sessions && <h1 className="visually-hidden">{words.regions.sessions}</h1>}
        <nav className={styles.fill} aria-label={words.regions.sessions}>
          {sessions}
          {room !== 'narrow' && (
            <Splitter
              label={words.panes.resizeSessions}
              side="right"
              frame={frame}
              property="--sessions-width"
              width={widths.sessions}
              onDone={(sessionsWidth) => change({ sessionsWidth })}
            />
          )}
        </nav>
      </div>
      <div className={styles.conversation} hidden={!shows.conversation} inert={drawer}>
        {conversation}
      </div>
      {drawer && <div className={styles.scrim} onClick={() => change({ tab: 'chat' })} aria-hidden="true" />}
      <div
        ref={pane}
        className={styles.workspace}
        role={alone.workspace ? 'main' : undefined}
        tabIndex={drawer ? -1 : undefined}
        hidden={!shows.workspace}
      >
        {alone.workspace && <h1 className="visually-hidden">{words.regions.workspace}</h1>}
        <section className={styles.fill} aria-label={words.regions.workspace}>
          {room === 'wide' && (
            <Splitter
              label={words.panes.resizeWorkspace}
              side="left"
              frame={frame}
              property="--workspace-width"
              width={widths.workspace}
              onDone={(workspaceWidth) => change({ workspaceWidth })}
            />
          )}
          {workspace}
        </section>
      </div>
      {room === 'narrow' && <TabBar />}
    </div>
  )
}

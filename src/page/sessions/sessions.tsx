import Keyboard from 'lucide-react/icons/keyboard'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import Plus from 'lucide-react/icons/plus'
import SettingsIcon from 'lucide-react/icons/settings'
import { useEffect, useMemo, useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import { Sign } from '../kit/sign.tsx'
import { useNewSession } from '../new-session.ts'
import { chord } from '../shortcuts.ts'
import { usePage, usePageStore } from '../store.ts'
import { useRoom } from '../use-media.ts'
import { words } from '../words.ts'
import { groupByAge } from './group-by-age.ts'
import { SessionItem } from './session-item.tsx'
import styles from './sessions.module.css'

/** The list of sessions, with what belongs to none of them at its foot. */
export function Sessions() {
  const store = usePageStore()
  const sessions = usePage((state) => state.sessions)
  const selected = usePage((state) => state.selected)
  const newSession = useNewSession()
  const room = useRoom()
  const now = useMinute()
  const groups = useMemo(() => groupByAge([...sessions.values()], now), [sessions, now])

  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <a className={styles.home} href="#/" aria-label={words.product}>
          <Sign size={20} />
          <span>{words.product}</span>
        </a>
        {room !== 'narrow' && (
          <IconButton
            name={words.panes.hideSessions}
            hint={chord('B')}
            icon={PanelLeftClose}
            onClick={() => store.setState(({ panes }) => ({ panes: { ...panes, sessionsOpen: false } }))}
          />
        )}
      </div>
      <Button className={styles.create} icon={Plus} onClick={() => void newSession()}>
        {words.sessions.create}
      </Button>
      <div className={styles.list}>
        {groups.length === 0 && <p className={styles.empty}>{words.sessions.empty}</p>}
        {groups.map((group) => (
          <section key={group.name} aria-label={words.sessions[group.name]}>
            <h2 className={styles.group}>{words.sessions[group.name]}</h2>
            <ul>
              {group.sessions.map((session) => (
                <SessionItem key={session.id} session={session} selected={session.id === selected} now={now} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <Button look="quiet" icon={SettingsIcon} onClick={() => store.setState({ dialog: 'settings' })}>
          {words.settings.title}
        </Button>
        <IconButton
          name={words.keys.open}
          hint="?"
          icon={Keyboard}
          onClick={() => store.setState({ dialog: 'keys' })}
        />
      </div>
    </div>
  )
}

/** The time, read once a minute: often enough for "4 min". */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 60_000)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

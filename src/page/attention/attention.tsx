import { useEffect } from 'react'
import { readKept } from '../kept.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { select } from '../selection.ts'
import { sessionTitle } from '../session-title.ts'
import { usePage, useSelectedSession } from '../store.ts'
import { askedBy, waitingSession } from '../waiting-session.ts'
import { words } from '../words.ts'
import { favicon } from './favicon.ts'
import { notify } from './notify.ts'

/** Shows outside the page which session waits: the tab's title, its icon, a notification if the person wants one. */
export function Attention() {
  const selected = useSelectedSession()
  const waiting = usePage(waitingSession)
  const named = waiting ?? selected
  const title = named === null ? words.product : `${sessionTitle(named)} · ${words.product}`
  const running = usePage((state) => [...state.sessions.values()].some((session) => session.turn.status === 'running'))
  const waits = waiting !== null
  const waitingId = waiting?.id ?? null
  const asked = usePage((state) => (waitingId === null ? null : askedBy(state, waitingId)))
  const body = waiting === null ? '' : showInvisible(asked ?? sessionTitle(waiting))

  useEffect(() => {
    document.title = waits ? words.attention.title(title) : title
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.head.appendChild(iconLink())
    link.href = favicon(waits ? 'waits' : running ? 'running' : 'rest')
  }, [title, waits, running])

  useEffect(() => {
    if (waitingId === null || !document.hidden || readKept('notify') !== true) return undefined
    if (!('Notification' in window) || Notification.permission !== 'granted') return undefined
    return notify(body, waitingId, () => select(waitingId))
  }, [waitingId, body])
  return null
}

function iconLink(): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'icon'
  link.type = 'image/svg+xml'
  return link
}

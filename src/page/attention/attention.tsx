import { useEffect } from 'react'
import { readKept } from '../kept.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { sessionTitle } from '../session-title.ts'
import { usePage, useSelectedSession } from '../store.ts'
import { words } from '../words.ts'
import { favicon } from './favicon.ts'

/** Shows outside the page that the agent waits: the tab's title, its icon, a notification if the person wants one. */
export function Attention() {
  const session = useSelectedSession()
  const title = session === null ? words.product : `${sessionTitle(session)} · ${words.product}`
  const running = usePage((state) => [...state.sessions.values()].some((session) => session.turn.status === 'running'))
  const first = usePage((state) => [...state.approvals.values()][0] ?? [...state.questions.values()][0] ?? null)
  const asked = first === null ? null : 'title' in first ? first.title : first.question

  useEffect(() => {
    document.title = asked === null ? title : words.attention.title(title)
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? document.head.appendChild(iconLink())
    link.href = favicon(asked === null ? (running ? 'running' : 'rest') : 'waits')
  }, [title, asked, running])

  useEffect(() => {
    if (asked === null || !document.hidden || readKept('notify') !== true) return undefined
    if (!('Notification' in window) || Notification.permission !== 'granted') return undefined
    const notification = new Notification(words.attention.notification, {
      body: showInvisible(asked),
      tag: 'sallyport-asks',
    })
    notification.addEventListener('click', () => window.focus())
    return () => notification.close()
  }, [asked])
  return null
}

function iconLink(): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'icon'
  link.type = 'image/svg+xml'
  return link
}

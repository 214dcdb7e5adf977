import type { NotificationAsked, NotificationClicked } from '#contracts/waiting-notification.ts'

/** Which page asked, and for which session. Kept in the notification: the worker may be ended while it is shown. */
interface Origin {
  clientId: string
  sessionId: string
}

/**
 * Shows the notification that a session waits for the page that asks for it, and takes it back. A click brings that page
 * to the front and tells it the session; where the page is gone, one is opened at the session.
 */
export function tellWaiting(worker: ServiceWorkerGlobalScope): void {
  // One after the other: what is taken back at once must have been shown before.
  let last: Promise<unknown> = Promise.resolve()

  worker.addEventListener('message', (event) => {
    const { data, source } = event
    if (!isAsked(data) || source === null || !('id' in source)) return
    last = last.then(() => answer(worker.registration, data, source.id)).catch(() => {})
    event.waitUntil(last)
  })
  worker.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    if (isOrigin(notification.data)) event.waitUntil(lead(worker.clients, notification.data))
  })
}

async function answer(
  registration: ServiceWorkerRegistration,
  asked: NotificationAsked,
  clientId: string,
): Promise<void> {
  const { tag } = asked
  if (asked.type === 'show-waiting') {
    const { title, body, sessionId } = asked
    const data: Origin = { clientId, sessionId }
    return registration.showNotification(title, { body, tag, data })
  }
  // A later one, of another page, took the place of this page's.
  for (const shown of await registration.getNotifications({ tag }))
    if (isOrigin(shown.data) && shown.data.clientId === clientId) shown.close()
}

async function lead(clients: Clients, { clientId, sessionId }: Origin): Promise<void> {
  const page = await clients.get(clientId)
  if (page === undefined || !('focus' in page)) {
    await clients.openWindow(`./#/s/${encodeURIComponent(sessionId)}`)
    return
  }
  const clicked: NotificationClicked = { type: 'waiting-clicked', sessionId }
  page.postMessage(clicked)
  await (page as WindowClient).focus()
}

function isAsked(data: unknown): data is NotificationAsked {
  if (!hasTexts(data, ['type', 'tag'])) return false
  return (
    data['type'] === 'hide-waiting' ||
    (data['type'] === 'show-waiting' && hasTexts(data, ['title', 'body', 'sessionId']))
  )
}

function isOrigin(data: unknown): data is Origin {
  return hasTexts(data, ['clientId', 'sessionId'])
}

/** By hand, as the contract's schema says: the schemas' library would be the larger part of the service worker. */
function hasTexts(data: unknown, names: readonly string[]): data is Record<string, unknown> {
  return (
    typeof data === 'object' &&
    data !== null &&
    names.every((name) => typeof (data as Record<string, unknown>)[name] === 'string')
  )
}

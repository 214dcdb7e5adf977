import { NotificationClicked, type NotificationAsked } from '#contracts/waiting-notification.ts'
import { words } from '../words.ts'

/** One notification at a time: a later one takes the place of the one before. */
const TAG = 'sallyport-asks'

/**
 * Tells the person through the system that a session waits; `onClick` is called when that is followed, with the page in
 * front. Never throws: where nothing can be shown, the tab's title and icon still say it. Returns the way to take it
 * back.
 */
export function notify(body: string, sessionId: string, onClick: () => void): () => void {
  try {
    const notification = new Notification(words.attention.notification, { body, tag: TAG })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      onClick()
    })
    return () => notification.close()
  } catch {
    // Some browsers let only a service worker show one.
    return notifyByWorker(body, sessionId, onClick)
  }
}

function notifyByWorker(body: string, sessionId: string, onClick: () => void): () => void {
  const { serviceWorker } = navigator
  if (serviceWorker === undefined) return () => {}
  const title = words.attention.notification
  const say = async (message: NotificationAsked) =>
    (await serviceWorker.getRegistration())?.active?.postMessage(message)
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const clicked = NotificationClicked.safeParse(data)
    if (clicked.success && clicked.data.sessionId === sessionId) onClick()
  }
  serviceWorker.addEventListener('message', onMessage)
  const asked = say({ type: 'show-waiting', title, body, tag: TAG, sessionId }).catch(() => {})
  return () => {
    serviceWorker.removeEventListener('message', onMessage)
    void asked.then(() => say({ type: 'hide-waiting', tag: TAG })).catch(() => {})
  }
}

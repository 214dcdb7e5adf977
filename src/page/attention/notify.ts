import { words } from '../words.ts'

/** One notification at a time: a later one takes the place of the one before. */
const TAG = 'sallyport-asks'

/**
 * Tells the person through the system that the agent waits; `onClick` is called when that is followed. Never throws:
 * where nothing can be shown, the tab's title and icon still say it. Returns the way to take it back.
 */
export function notify(body: string, onClick: () => void): () => void {
  try {
    const notification = new Notification(words.attention.notification, { body, tag: TAG })
    notification.addEventListener('click', onClick)
    return () => notification.close()
  } catch {
    // Some browsers let only a service worker show one.
    const shown = showByWorker(body)
    return () => void shown.then(closeAll).catch(() => {})
  }
}

async function showByWorker(body: string): Promise<ServiceWorkerRegistration | null> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) ?? null
    await registration?.showNotification(words.attention.notification, { body, tag: TAG })
    return registration
  } catch {
    return null
  }
}

async function closeAll(registration: ServiceWorkerRegistration | null): Promise<void> {
  for (const notification of (await registration?.getNotifications({ tag: TAG })) ?? []) notification.close()
}

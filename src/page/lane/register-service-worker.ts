/**
 * Registers the service worker, so that the next start needs no network. Only in a built app, and only
 * where the browser allows one; without it the app works the same, online. A new version is fetched in
 * the background and takes over at the next start: no page is ever reloaded under a person's hands.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  try {
    // Beside the page, so that it also works under a sub-path.
    await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
  } catch (error) {
    console.warn('Sallyport cannot start without a network next time: the service worker was refused.', error)
  }
}

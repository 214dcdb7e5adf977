import './kit/tokens.css'
import './kit/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { askingToKeep } from './ask-to-keep.ts'
import { followRuntime } from './follow-runtime.ts'
import { forgetUnused } from './forget-unused.ts'
import { keepPanes } from './panes.ts'
import { type RuntimeClient, RuntimeProvider } from './runtime.ts'
import { selectFromAddress } from './selection.ts'
import { createPageStore, type PageStore, StoreProvider } from './store.ts'
import { applyTheme } from './theme.ts'

/**
 * Puts the page into `root` and starts to follow `client`. `worker` is where crashes are heard; a test's
 * client in the page has none. Returns the store, for tests, and the way to take the page down.
 */
export function startPage(
  root: HTMLElement,
  client: RuntimeClient,
  worker?: EventTarget,
): { store: PageStore; stop: () => void } {
  const store = createPageStore()
  const asking = askingToKeep(client, store)
  const stopFollowing = followRuntime(client, store, worker)
  const stopAddress = selectFromAddress(store)
  const stopForgetting = forgetUnused(client, store)
  const stopTheme = applyTheme(store)
  const stopKeeping = store.subscribe(({ panes }, before) => {
    if (panes !== before.panes) keepPanes(panes)
  })
  const online = () => store.setState({ online: navigator.onLine })
  window.addEventListener('online', online)
  window.addEventListener('offline', online)
  const keepDrafts = () => store.drafts.keepAll()
  window.addEventListener('pagehide', keepDrafts)
  const tree = createRoot(root)
  tree.render(
    <StrictMode>
      <StoreProvider value={store}>
        <RuntimeProvider value={asking}>
          <App />
        </RuntimeProvider>
      </StoreProvider>
    </StrictMode>,
  )
  const stop = () => {
    tree.unmount()
    for (const end of [stopFollowing, stopAddress, stopForgetting, stopTheme, stopKeeping]) end()
    keepDrafts()
    window.removeEventListener('pagehide', keepDrafts)
    window.removeEventListener('online', online)
    window.removeEventListener('offline', online)
  }
  return { store, stop }
}

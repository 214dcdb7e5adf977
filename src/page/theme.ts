import type { PageStore } from './store.ts'
import { readKept, writeKept } from './kept.ts'

/** Sets `data-theme` from the settings; a copy in the page's own memory avoids a flash before they arrive. */
export function applyTheme(store: PageStore): () => void {
  const show = (theme: unknown) => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
    else delete document.documentElement.dataset['theme']
  }
  show(readKept('theme'))
  return store.subscribe(({ settings, phase }, before) => {
    if (phase !== 'ready' || (settings === before.settings && before.phase === 'ready')) return
    show(settings.theme)
    writeKept('theme', settings.theme)
  })
}

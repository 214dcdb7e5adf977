import type { PageStore } from '../store.ts'
import type { WorkspaceModel } from './workspace-model.ts'

/**
 * Has the browser ask before the page is left while any of `models`, by session, holds unsaved edits, whatever is
 * shown. Returns what is to be called whenever that may have changed: a page that holds none is left without a word.
 */
export function guardUnsaved(store: PageStore, models: ReadonlyMap<string, WorkspaceModel>): () => void {
  const anyUnsaved = () =>
    // A session that was deleted takes its edits with it.
    [...models].some(([sessionId, model]) => model.hasUnsaved && store.getState().sessions.has(sessionId))
  const ask = (event: BeforeUnloadEvent) => {
    if (anyUnsaved()) event.preventDefault()
  }
  let asking = false
  return () => {
    if (asking === anyUnsaved()) return
    asking = !asking
    if (asking) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
}

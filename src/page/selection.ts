import type { PageStore } from './store.ts'

/** The address of a session: a reload, a link and the browser's own back and forward reach it. */
export function sessionAddress(sessionId: string): string {
  return `#/s/${encodeURIComponent(sessionId)}`
}

/** Shows a session, or the welcome page for null, and says so in the address. */
export function select(sessionId: string | null): void {
  const hash = sessionId === null ? '#/' : sessionAddress(sessionId)
  if (window.location.hash !== hash) window.location.hash = hash
}

/** The session that an address names; null for one that names none, or that was cut in the middle of a letter. */
export function sessionOf(hash: string): string | null {
  const coded = /^#\/s\/(.+)$/.exec(hash)?.[1]
  if (coded === undefined) return null
  try {
    return decodeURIComponent(coded)
  } catch {
    return null
  }
}

/** Keeps `selected` in step with the address. Returns the way to stop. */
export function selectFromAddress(store: PageStore): () => void {
  const read = () => {
    const { phase, sessions, selected, panes } = store.getState()
    const id = sessionOf(window.location.hash)
    const wanted = id !== null && sessions.has(id) ? id : null
    if (phase === 'ready' && wanted !== selected) {
      store.setState({ selected: wanted, panes: panes.tab === 'more' ? { ...panes, tab: 'chat' } : panes })
    }
  }
  window.addEventListener('hashchange', read)
  // A session that is named before it is known (a reload, a demo just started) is shown once it is.
  const stop = store.subscribe((now, before) => {
    if (now.phase !== before.phase || now.sessions !== before.sessions) read()
  })
  return () => {
    stop()
    window.removeEventListener('hashchange', read)
  }
}

import { startPage } from '#page/start-page.tsx'
import type { PageStore } from '#page/store.ts'
import { FakeRuntime } from './fake-runtime.ts'
import { playState } from './play-state.ts'

export interface MountedPage {
  runtime: FakeRuntime
  store: PageStore
  root: HTMLElement
  /** Takes the page down and forgets what it kept. */
  stop: () => void
}

/** Puts the page into the document in the state called `name` of `playState`, for tests in a browser. */
export function mountPage(name: string, theme: 'system' | 'light' | 'dark' = 'system'): MountedPage {
  localStorage.clear()
  const root = document.createElement('div')
  root.id = 'root'
  document.body.replaceChildren(root)
  document.documentElement.lang = 'en'
  const runtime = new FakeRuntime({})
  const play = playState(name, runtime, theme)
  window.location.hash = play.sessionId === null ? '#/' : `#/s/${play.sessionId}`
  const { store, stop } = startPage(root, runtime)
  const shown = store.subscribe(({ phase, opened }) => {
    if (phase !== 'ready' || (play.sessionId !== null && !opened.has(play.sessionId))) return
    shown()
    play.after?.(store)
  })
  return {
    runtime,
    store,
    root,
    stop: () => {
      shown()
      stop()
      root.remove()
      localStorage.clear()
    },
  }
}

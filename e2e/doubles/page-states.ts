/// The page with a played runtime, one state of it per name: `page-states.html?state=approval`. Development only.
import { startPage } from '#page/start-page.tsx'
import { FakeRuntime } from './fake-runtime.ts'
import { playState } from './play-state.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('There is no #root.')
const query = new URLSearchParams(window.location.search)
const theme = query.get('theme')
const name = query.get('state') ?? 'welcome'

const runtime = new FakeRuntime({})
const play = playState(name, runtime, theme === 'dark' || theme === 'light' ? theme : 'system')
window.location.hash = play.sessionId === null ? '#/' : `#/s/${play.sessionId}`
const { store } = startPage(root, runtime)
Object.assign(window, { runtime, store })
const stop = store.subscribe(({ phase, opened }) => {
  if (phase !== 'ready' || (play.sessionId !== null && !opened.has(play.sessionId))) return
  stop()
  play.after?.(store)
})

import { loadParser, type LanguageName } from './kit/code/languages.ts'

/** One of each grammar. */
const GRAMMARS: readonly LanguageName[] = ['html', 'css', 'javascript', 'json', 'markdown', 'python']

/** What a person may need next, in the order in which a demo does. Each is small, or wanted sooner or later. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./kit/diff/diff-view.tsx'),
  () => import('./workspace/workspace.tsx'),
  () => import('./trust/run-mark.tsx'),
  () => import('./trust/trust-banner.tsx'),
  () => import('./kit/code/code-view.tsx'),
  () => import('./kit/select-list.tsx'),
  () => import('./palette/palette.tsx'),
  () => import('./settings/settings.tsx'),
  () => import('./palette/keys.tsx'),
  () => import('./composer/slash-list.tsx'),
  () => import('./composer/mention-list.tsx'),
  () => import('./sessions/session-menu.tsx'),
  () => import('./composer/typed-model.tsx'),
  () => import('./trust/trust-dialog.tsx'),
  () => import('./rules/rules.tsx'),
  () => import('./inspector/inspector.tsx'),
  () => import('./kit/code/parse-code.ts'),
  () => import('./kit/code/highlighter.ts'),
  () => import('./workspace/code-mirror.ts'),
  ...GRAMMARS.map((language) => () => loadParser(language)),
]

/** A browser that is never idle, and one that cannot say so, goes on after this. */
const IDLE_MAX_MS = 1_000

/**
 * Loads the parts of the page one after the other whenever the page is idle, so that what is opened first does not wait
 * for the network, and works without one. Not where the person asked the browser to save data. Returns the way to stop.
 */
export function prefetchParts(parts = PARTS): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return () => {}
  let stopped = false
  const load = async () => {
    for (const part of parts) {
      await untilIdle()
      if (stopped) return
      // What does not come now is asked for again when it is needed, and says so there.
      await part().catch(() => undefined)
    }
  }
  void load()
  return () => (stopped = true)
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_MAX_MS })
    else setTimeout(resolve, IDLE_MAX_MS / 10)
  })
}

import { useCallback } from 'react'
import type { Session } from '#contracts/sessions.ts'
import { focusMessage } from './focus-message.ts'
import type { PageState } from './page-state.ts'
import { type Dispatch, useDispatch } from './runtime.ts'
import { select } from './selection.ts'
import { type PageStore, usePageStore } from './store.ts'

/** Makes a session with the mode and model chosen on the welcome page, and shows it. Null where it failed. */
export async function createSession(store: PageStore, dispatch: Dispatch): Promise<Session | null> {
  const { fresh } = store.getState()
  const made = await dispatch('session.create', {
    ...(fresh.mode === null ? {} : { mode: fresh.mode }),
    ...(fresh.model === null ? {} : { model: fresh.model }),
  })
  if (made === null) return null
  store.setState(({ created }) => ({ created: new Set(created).add(made.session.id) }))
  adoptSession(store, made.session)
  return made.session
}

/** Puts a session that a command answered with into the store and shows it. */
export function adoptSession(store: PageStore, session: Session): void {
  store.setState(({ sessions, panes }) => ({
    sessions: new Map(sessions).set(session.id, session),
    panes: { ...panes, tab: 'chat' },
    fresh: { mode: null, model: null },
  }))
  select(session.id)
}

/** True where nothing was said in `session` yet and this tab may write it: another tab's would open read-only. */
function isReusable(session: Session, { created, opened }: Pick<PageState, 'created' | 'opened'>): boolean {
  const untouched =
    session.nextSeq === 0 && session.queue.length === 0 && session.demoId === null && session.turn.status === 'idle'
  const access = opened.get(session.id)?.access
  return untouched && (access === 'write' || (access === undefined && created.has(session.id)))
}

/** "New session": an untouched one of this tab is shown again rather than a second one made. */
export function useNewSession(): () => Promise<void> {
  const store = usePageStore()
  const dispatch = useDispatch()
  return useCallback(async () => {
    const state = store.getState()
    const untouched = [...state.sessions.values()].find((session) => isReusable(session, state))
    if (untouched === undefined) await createSession(store, dispatch)
    else adoptSession(store, untouched)
    requestAnimationFrame(focusMessage)
  }, [store, dispatch])
}

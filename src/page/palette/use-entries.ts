import { useMemo } from 'react'
import { MODES } from '#contracts/risk.ts'
import { focusMessage } from '../focus-message.ts'
import { useNewSession } from '../new-session.ts'
import { useDispatch } from '../runtime.ts'
import { select } from '../selection.ts'
import { sessionTitle } from '../session-title.ts'
import { chord } from '../shortcuts.ts'
import { usePage, usePageStore, useSelectedSession } from '../store.ts'
import { useSessionFiles } from '../use-session-files.ts'
import { words } from '../words.ts'
import type { Entry } from './find-entries.ts'

const SECTIONS = Object.keys(words.settings.sections) as (keyof typeof words.settings.sections)[]

/** Everything that the palette reaches now. Files are read when it opens. */
export function useEntries(): Entry[] {
  const store = usePageStore()
  const dispatch = useDispatch()
  const newSession = useNewSession()
  const session = useSelectedSession()
  const sessions = usePage((state) => state.sessions)
  const sessionId = session?.id ?? null
  const files = useSessionFiles(sessionId)

  return useMemo(() => {
    const panes = (change: 'sessionsOpen' | 'workspaceOpen') =>
      store.setState(({ panes }) => ({ panes: { ...panes, [change]: !panes[change] } }))
    const command = (id: string, label: string, hint: string, run: () => void): Entry => ({
      id,
      kind: 'command',
      label,
      hint,
      run,
    })
    const commands: Entry[] = [
      command('new', words.keys.names.newSession, 'Alt N', () => void newSession()),
      command('message', words.keys.names.focusMessage, '/', focusMessage),
      command('sessions', words.keys.names.toggleSessions, chord('B'), () => panes('sessionsOpen')),
      command('workspace', words.keys.names.toggleWorkspace, chord('J'), () => panes('workspaceOpen')),
      command('keys', words.keys.open, '?', () => store.setState({ dialog: 'keys' })),
    ]
    if (session !== null) {
      const { id, turn } = session
      if (turn.status === 'running' || turn.status === 'waiting')
        commands.unshift(
          command('stop', words.keys.names.stop, 'Esc', () => void dispatch('turn.stop', { sessionId: id })),
        )
      for (const mode of MODES)
        commands.push(
          command(
            `mode ${mode}`,
            words.palette.mode(words.mode.names[mode]),
            '',
            () => void dispatch('session.update', { sessionId: id, mode }),
          ),
        )
    }
    const listed = [...sessions.values()]
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map((each): Entry => ({
        id: `session ${each.id}`,
        kind: 'session',
        label: sessionTitle(each),
        hint: '',
        run: () => select(each.id),
      }))
    const settings = SECTIONS.map((section): Entry => ({
      id: `settings ${section}`,
      kind: 'setting',
      label: words.settings.sections[section],
      hint: words.settings.title,
      run: () => store.setState({ dialog: 'settings', settingsSection: section }),
    }))
    const themes = (['system', 'light', 'dark'] as const).map((theme): Entry => ({
      id: `theme ${theme}`,
      kind: 'setting',
      label: words.palette.theme(words.settings.themes[theme]),
      hint: '',
      run: () => void dispatch('settings.update', { theme }),
    }))
    const opened = files.map((path): Entry => ({
      id: `file ${path}`,
      kind: 'file',
      label: path,
      hint: '',
      run: () => {
        if (sessionId !== null) store.showFile(sessionId, path)
      },
    }))
    return [...commands, ...listed, ...settings, ...themes, ...opened]
  }, [store, dispatch, newSession, session, sessionId, sessions, files])
}

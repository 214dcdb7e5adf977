import { useMemo } from 'react'
import { MODES } from '#contracts/risk.ts'
import { focusMessage } from '../focus-message.ts'
import { focusWorkspaceTab, type WorkspaceTab } from '../focus-workspace-tab.ts'
import { useNewSession } from '../new-session.ts'
import { useDispatch } from '../runtime.ts'
import { select } from '../selection.ts'
import { sessionTitle } from '../session-title.ts'
import { altChord, chord } from '../shortcuts.ts'
import { usePage, usePageStore, useSelectedSession } from '../store.ts'
import { togglePane } from '../toggle-pane.ts'
import { useSessionFiles } from '../use-session-files.ts'
import { words } from '../words.ts'
import type { Entry } from './find-entries.ts'
import { useModelEntries } from './use-model-entries.ts'
import { useSlashEntries } from './use-slash-entries.ts'

const SECTIONS = Object.keys(words.settings.sections) as (keyof typeof words.settings.sections)[]
const TABS = Object.keys(words.palette.tabs) as WorkspaceTab[]

function command(id: string, label: string, hint: string, run: () => void): Entry {
  return { id, kind: 'command', label, hint, run }
}

/** Everything that the palette reaches now. Files and the providers' models are read when it opens. */
export function useEntries(): Entry[] {
  const store = usePageStore()
  const dispatch = useDispatch()
  const newSession = useNewSession()
  const session = useSelectedSession()
  const sessions = usePage((state) => state.sessions)
  const sessionId = session?.id ?? null
  const { paths: files } = useSessionFiles(sessionId)
  const slash = useSlashEntries(sessionId)
  const models = useModelEntries(session)

  return useMemo(() => {
    const { names } = words.keys
    const commands: Entry[] = [
      command('new', names.newSession, altChord('N'), () => void newSession()),
      command('message', names.focusMessage, '/', focusMessage),
      command('sessions', names.toggleSessions, chord('B'), () => togglePane(store, 'sessions')),
      command('workspace', names.toggleWorkspace, chord('J'), () => togglePane(store, 'workspace')),
      command('keys', words.keys.open, '?', () => store.setState({ dialog: 'keys' })),
    ]
    if (session !== null) {
      const { id, turn } = session
      if (turn.status === 'running' || turn.status === 'waiting')
        commands.unshift(command('stop', names.stop, 'Esc', () => void dispatch('turn.stop', { sessionId: id })))
      commands.push(
        ...TABS.map((tab) => command(`tab ${tab}`, words.palette.tabs[tab], '', () => focusWorkspaceTab(store, tab))),
        command('trust', words.palette.trust, '', () => store.setState({ dialog: 'trust' })),
        ...MODES.map((mode) =>
          command(`mode ${mode}`, words.palette.mode(words.mode.names[mode]), '', () => {
            void dispatch('session.update', { sessionId: id, mode })
          }),
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
    return [...commands, ...listed, ...settings, ...themes, ...slash, ...models, ...opened]
  }, [store, dispatch, newSession, session, sessionId, sessions, files, slash, models])
}

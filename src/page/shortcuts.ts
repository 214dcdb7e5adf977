import { useEffect } from 'react'
import { focusMessage } from './focus-message.ts'
import { useNewSession } from './new-session.ts'
import { useDispatch } from './runtime.ts'
import { usePageStore } from './store.ts'
import { isDrawerOpen, togglePane } from './toggle-pane.ts'

const TEXT_FIELDS =
  'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, [contenteditable]:not([contenteditable=false])'
/** Where a letter means something already. */
const OWN_LETTERS = '[role=combobox], [role=listbox], [role=menu], [role=tree], [role=dialog], [role=alertdialog]'

/** True where a plain letter belongs to whoever has the focus. */
export function takesLetters(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${TEXT_FIELDS}, ${OWN_LETTERS}`) !== null
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** "⌘K" or "Ctrl K": how a shortcut with the command key is written on this device. */
export function chord(key: string): string {
  return isMac() ? `⌘${key}` : `Ctrl ${key}`
}

/**
 * "Alt A" or "⌃⇧A": the same for a shortcut that works from a text field too. Option with a letter is a letter of its
 * own on a Mac (å, ñ), and there to be written.
 */
export function altChord(key: string): string {
  return isMac() ? `⌃⇧${key}` : `Alt ${key}`
}

/** True for the keys that `altChord` names, with the letter of that `code`. */
export function isAltChord(event: KeyboardEvent, code: string): boolean {
  const { altKey, ctrlKey, shiftKey, metaKey } = event
  const held = isMac() ? ctrlKey && shiftKey && !altKey : altKey && !ctrlKey && !shiftKey
  return held && !metaKey && event.code === code
}

/** The keys that work anywhere on the page. */
export function useShortcuts(): void {
  const store = usePageStore()
  const dispatch = useDispatch()
  const newSession = useNewSession()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const { dialog } = store.getState()
      const command = isMac() ? event.metaKey : event.ctrlKey
      const done = (act: () => void) => {
        event.preventDefault()
        act()
      }
      if (command && !event.altKey && !event.shiftKey) {
        const key = event.key.toLowerCase()
        if (key === 'k') return done(() => store.setState({ dialog: dialog === 'palette' ? null : 'palette' }))
        if (key === ',') return done(() => store.setState({ dialog: 'settings' }))
        if (dialog !== null) return undefined
        if (key === 'b') return done(() => togglePane(store, 'sessions'))
        if (key === 'j') return done(() => togglePane(store, 'workspace'))
        return undefined
      }
      if (dialog !== null) return undefined
      if (isAltChord(event, 'KeyN')) return done(() => void newSession())
      // What lies over the conversation goes first, wherever the focus is: a turn is stopped only by who sees it.
      if (event.key === 'Escape' && isDrawerOpen(store)) return done(() => togglePane(store, 'workspace'))
      if (command || event.altKey || takesLetters(event.target)) return undefined
      if (event.key === 'Escape') {
        const { selected, sessions } = store.getState()
        const status = selected === null ? undefined : sessions.get(selected)?.turn.status
        if (selected !== null && (status === 'running' || status === 'waiting'))
          return done(() => void dispatch('turn.stop', { sessionId: selected }))
      }
      if (event.key === '?') return done(() => store.setState({ dialog: 'keys' }))
      if (event.key === '/') return done(focusMessage)
      return undefined
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [store, dispatch, newSession])
}

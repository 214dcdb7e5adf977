import { useNewSession } from './new-session.ts'
import { usePageStore } from './store.ts'
import { words } from './words.ts'

const SECTIONS: ReadonlySet<string> = new Set(Object.keys(words.settings.sections))

/** True for a command of the page that it can follow: one that opens a part which this version has. */
export function isOnPage(name: string): boolean {
  return name === 'help' || name === 'new' || (name === 'rules' && SECTIONS.has('rules'))
}

/** Follows a command that only steers the page. */
export function usePageCommand(): (name: string) => void {
  const store = usePageStore()
  const newSession = useNewSession()
  return (name) => {
    if (name === 'new') void newSession()
    if (name === 'help') store.setState({ dialog: 'keys' })
    if (name === 'rules') store.setState({ dialog: 'settings', settingsSection: 'rules' })
  }
}

import MessageSquare from 'lucide-react/icons/message-square'
import FolderTree from 'lucide-react/icons/folder-tree'
import Menu from 'lucide-react/icons/menu'
import type { Panes } from '../panes.ts'
import { usePage, usePageStore } from '../store.ts'
import { waits } from '../waiting-session.ts'
import { words } from '../words.ts'
import styles from './tab-bar.module.css'

const TABS = [
  { tab: 'chat', icon: MessageSquare, name: words.panes.chat },
  { tab: 'work', icon: FolderTree, name: words.panes.work },
  { tab: 'more', icon: Menu, name: words.panes.more },
] as const

/** Which pane a phone shows. A dot says where something waits: in the conversation, or in another session. */
export function TabBar() {
  const store = usePageStore()
  const tab = usePage((state) => state.panes.tab)
  const here = usePage((state) => state.selected !== null && waits(state, state.selected))
  const elsewhere = usePage((state) =>
    [...state.sessions.keys()].some((id) => id !== state.selected && waits(state, id)),
  )
  const marked = { chat: here, work: false, more: elsewhere }
  const show = (wanted: Panes['tab']) => store.setState(({ panes }) => ({ panes: { ...panes, tab: wanted } }))
  return (
    <nav className={styles.bar} aria-label={words.regions.panes}>
      {TABS.map(({ tab: each, icon: Icon, name }) => (
        <button key={each} type="button" className={styles.tab} aria-pressed={tab === each} onClick={() => show(each)}>
          <Icon size={18} aria-hidden="true" />
          <span>{name}</span>
          {marked[each] && tab !== each && <i className={styles.dot} aria-hidden="true" />}
        </button>
      ))}
    </nav>
  )
}

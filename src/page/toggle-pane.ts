import type { PageStore } from './store.ts'
import { roomNow } from './use-media.ts'

/** Shows or hides a pane, as the room there is has it: beside the conversation, over it, or in its place. */
export function togglePane(store: PageStore, pane: 'sessions' | 'workspace'): void {
  const room = roomNow()
  store.setState(({ panes }) => {
    const tab = pane === 'sessions' ? 'more' : 'work'
    if (room === 'narrow' || (room === 'medium' && pane === 'workspace'))
      return { panes: { ...panes, tab: panes.tab === tab ? 'chat' : tab } }
    const open = pane === 'sessions' ? 'sessionsOpen' : 'workspaceOpen'
    return { panes: { ...panes, [open]: !panes[open] } }
  })
}

/** True while the workspace lies over the conversation. */
export function isDrawerOpen(store: PageStore): boolean {
  return roomNow() === 'medium' && store.getState().panes.tab === 'work'
}

import type { PageStore } from './store.ts'

export type WorkspaceTab = 'files' | 'changes' | 'inspect'

/** Shows the workspace and goes to one of its tabs, which is chosen by having the focus. */
export function focusWorkspaceTab(store: PageStore, tab: WorkspaceTab): void {
  store.setState(({ panes }) => ({ panes: { ...panes, workspaceOpen: true, tab: 'work' } }))
  // A pane that was hidden takes the focus only once it is shown.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[role=tab][id$="-trigger-${tab}"]`)?.focus())
}

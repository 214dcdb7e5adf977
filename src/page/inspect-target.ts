import type { InspectSubject } from './page-state.ts'
import type { PageStore } from './store.ts'

/** Shows something of a session in the inspector, and turns the workspace pane to it. */
export function inspect(store: PageStore, sessionId: string, subject: InspectSubject): void {
  store.setState(({ inspecting, panes }) => ({
    inspecting: { sessionId, subject, at: (inspecting?.at ?? 0) + 1 },
    panes: { ...panes, workspaceOpen: true, tab: 'work' },
  }))
}

/** Moves the inspector that is shown already. */
export function turnInspector(store: PageStore, sessionId: string, subject: InspectSubject): void {
  store.setState(({ inspecting }) => ({ inspecting: { sessionId, subject, at: inspecting?.at ?? 0 } }))
}

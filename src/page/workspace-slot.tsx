import FolderTree from 'lucide-react/icons/folder-tree'
import X from 'lucide-react/icons/x'
import { IconButton } from './kit/button.tsx'
import { TrustBanner } from './lazy-views.tsx'
import { lazyView } from './kit/lazy-view.tsx'
import { usePage, usePageStore } from './store.ts'
import { useRoom } from './use-media.ts'
import { words } from './words.ts'
import styles from './workspace-slot.module.css'

const Workspace = lazyView<{ sessionId: string }>(async () => (await import('./workspace/workspace.tsx')).Workspace, {
  lost: 'pane',
  wait: () => <p className={styles.empty}>{words.panes.loadingWorkspace}</p>,
})

/** The workspace of the session that is shown, loaded apart from the rest. */
export function WorkspaceSlot() {
  const store = usePageStore()
  const room = useRoom()
  const sessionId = usePage((state) => state.selected)
  const opened = usePage((state) => sessionId !== null && state.opened.has(sessionId))
  return (
    <div className={styles.slot}>
      {room === 'medium' && (
        <IconButton
          className={styles.close}
          name={words.panes.hideWorkspace}
          icon={X}
          onClick={() => store.setState(({ panes }) => ({ panes: { ...panes, tab: 'chat' } }))}
        />
      )}
      {sessionId === null || !opened ? (
        <p className={styles.empty}>
          <FolderTree size={20} aria-hidden="true" />
          {words.panes.noWorkspace}
        </p>
      ) : (
        <>
          <TrustBanner sessionId={sessionId} />
          <Workspace key={sessionId} sessionId={sessionId} />
        </>
      )}
    </div>
  )
}

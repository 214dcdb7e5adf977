import FolderTree from 'lucide-react/icons/folder-tree'
import X from 'lucide-react/icons/x'
import { lazy, Suspense } from 'react'
import { IconButton } from './kit/button.tsx'
import { usePage, usePageStore } from './store.ts'
import { useRoom } from './use-media.ts'
import { words } from './words.ts'
import styles from './workspace-slot.module.css'

const Workspace = lazy(async () => ({ default: (await import('./workspace/workspace.tsx')).Workspace }))

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
        <Suspense fallback={<p className={styles.empty}>{words.panes.loadingWorkspace}</p>}>
          <Workspace key={sessionId} sessionId={sessionId} />
        </Suspense>
      )}
    </div>
  )
}

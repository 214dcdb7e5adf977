import { useEffect, useSyncExternalStore } from 'react'
import { Tabs } from 'radix-ui'
import type { Session } from '#contracts/sessions.ts'
import { Inspector } from '../lazy-views.tsx'
import { useDispatch } from '../runtime.ts'
import { usePage, usePageStore } from '../store.ts'
import { FilesTab } from './files-tab.tsx'
import { TurnChanges } from './turn-changes.tsx'
import { useWorkspaceModel } from './use-workspace-model.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './workspace.module.css'

/** The workspace of a session: its files, and what the last turn changed. Fills the pane that it stands in. */
export function Workspace({ sessionId }: { sessionId: string }) {
  const session = usePage((state) => state.sessions.get(sessionId) ?? null)
  // Each session has a view of its own, so that nothing of another one can be left in it.
  return session === null ? null : <SessionWorkspace key={sessionId} session={session} />
}

function SessionWorkspace({ session }: { session: Session }) {
  const store = usePageStore()
  const dispatch = useDispatch()
  const model = useWorkspaceModel(session)
  const { tab, changes, marks } = useSyncExternalStore(model.subscribe, model.snapshot)
  const readOnly = usePage((state) => state.opened.get(session.id)?.access === 'read-only')
  const target = usePage((state) => state.target)
  const inspecting = usePage((state) => state.inspecting)
  const running = session.turn.status === 'running' || session.turn.status === 'waiting'
  const diff = changes.status === 'ready' ? changes.diff : null
  const listed = diff?.files.filter((file) => file.change !== 'unchanged').length ?? 0
  const changed = listed + (diff?.omitted ?? 0)

  useEffect(() => {
    if (target !== null) model.showTarget(target)
  }, [target, model])
  useEffect(() => {
    if (inspecting !== null) model.showInspector(inspecting)
  }, [inspecting, model])

  return (
    <Tabs.Root
      className={styles.workspace}
      value={tab}
      onValueChange={(value) => model.showTab(value === 'changes' || value === 'inspect' ? value : 'files')}
    >
      <Tabs.List className={styles.tabs} aria-label={words.tabs}>
        <Tabs.Trigger className={styles.tab} value="files">
          {words.files}
        </Tabs.Trigger>
        <Tabs.Trigger className={styles.tab} value="changes">
          {words.changes}
          {changed > 0 && !running ? <span className={styles.badge}>{changed.toLocaleString('en')}</span> : null}
        </Tabs.Trigger>
        <Tabs.Trigger className={styles.tab} value="inspect">
          {words.inspect}
        </Tabs.Trigger>
      </Tabs.List>
      {/* Stays mounted: an editor that is left for a moment keeps its caret, its scroll and its undo. */}
      <Tabs.Content className={styles.panel} value="files" forceMount tabIndex={-1}>
        <FilesTab
          model={model}
          sessionId={session.id}
          readOnly={readOnly}
          dispatch={dispatch}
          tell={(level, text) => store.notice({ level, text })}
        />
      </Tabs.Content>
      <Tabs.Content className={`${styles.panel} ${styles.scrolls}`} value="changes">
        <TurnChanges
          state={changes}
          running={running}
          changedSoFar={marks.size}
          onOpen={(path) => {
            model.select(path)
            void model.tree.reveal(path)
          }}
          onRetry={() => void model.loadChanges()}
        />
      </Tabs.Content>
      <Tabs.Content className={styles.panel} value="inspect" tabIndex={-1}>
        <Inspector sessionId={session.id} />
      </Tabs.Content>
    </Tabs.Root>
  )
}

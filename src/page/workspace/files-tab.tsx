import { useRef, useState, useSyncExternalStore } from 'react'
import { z } from '#contracts/zod.ts'
import type { Dispatch } from '../runtime.ts'
import { readKept, writeKept } from '../kept.ts'
import { CloseDialog } from './close-dialog.tsx'
import { FileList } from './file-list.tsx'
import { FilePane } from './file-pane.tsx'
import { RemoveDialog, type Removal } from './remove-dialog.tsx'
import { SplitLine } from './split-line.tsx'
import { TakenDialog, type Taken } from './taken-dialog.tsx'
import { downloadFile, uploadFiles, type AskTaken } from './transfer-files.ts'
import type { WorkspaceModel } from './workspace-model.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './workspace.module.css'

/** CSS pixels of the tree beside a file. */
const TREE_MIN = 140
const TREE_MAX = 480
const TreeWidth = z.number().min(TREE_MIN).max(TREE_MAX).catch(220)
const KEPT = 'workspace-tree-width'

/** The tree and the open file: side by side where there is room, one after the other where there is not. */
export function FilesTab(props: {
  model: WorkspaceModel
  sessionId: string
  readOnly: boolean
  dispatch: Dispatch
  tell: (level: 'info' | 'warning', text: string) => void
}) {
  const { model, sessionId, readOnly, dispatch, tell } = props
  const { selected, step, line } = useSyncExternalStore(model.subscribe, model.snapshot)
  const [width, setWidth] = useState(() => TreeWidth.parse(readKept(KEPT)))
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [closing, setClosing] = useState<string | null>(null)
  const [taken, setTaken] = useState<Taken | null>(null)
  // One after the other, so that there is one question at a time.
  const uploads = useRef<Promise<void>>(Promise.resolve())
  const frame = useRef<HTMLDivElement>(null)
  const file = selected === null ? null : model.file(selected)
  const download = (path: string) => void downloadFile(path, sessionId, dispatch)

  const ask: AskTaken = ({ path, more }) =>
    new Promise((resolve) => {
      const question: Taken = {
        path,
        more,
        answer: (answer) => {
          // An answer that comes twice must not take away the question that came after it.
          setTaken((now) => (now === question ? null : now))
          resolve(answer)
        },
      }
      setTaken(question)
    })
  const upload = (files: readonly File[], directory: string) => {
    const target = { sessionId, directory }
    uploads.current = uploads.current
      .then(() => uploadFiles(files, target, dispatch, tell, ask))
      .then(() => model.tree.setExpanded(directory, true))
  }

  const showTree = () => {
    model.showTree()
    // The tree is in the page only after the step has changed.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus())
  }
  const close = (path: string) => {
    setClosing(null)
    model.close(path)
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus())
  }
  const saveAndClose = async (path: string) => {
    setClosing(null)
    const closed = model.file(path)
    await closed?.save()
    // What could not be saved stays open and says why.
    if (closed?.snapshot().draft === null) close(path)
  }
  const remove = async (path: string) => {
    setRemoval(null)
    if ((await dispatch('workspace.remove', { sessionId, path })) === null) return
    if (selected === path || selected?.startsWith(`${path}/`) === true) model.close(selected)
    await model.refresh()
  }

  return (
    <div
      className={styles.files}
      data-step={file === null ? 'tree' : step}
      data-open={file !== null}
      ref={frame}
      style={{ '--tree-width': `${width}px` }}
    >
      <div className={styles.treePane}>
        <FileList
          model={model}
          readOnly={readOnly}
          onUpload={upload}
          onDownload={download}
          onRemove={(row) => setRemoval({ path: row.path, folder: row.kind === 'directory' })}
        />
        <SplitLine
          width={width}
          min={TREE_MIN}
          max={TREE_MAX}
          onChange={setWidth}
          onDone={(done) => {
            setWidth(done)
            writeKept(KEPT, done)
          }}
        />
      </div>
      <div className={styles.filePane}>
        {file === null ? (
          <p className={styles.choose}>{words.choose}</p>
        ) : (
          <FilePane
            key={file.path}
            file={file}
            readOnly={readOnly}
            line={line}
            onLineShown={(at) => model.lineShown(at)}
            onBack={showTree}
            onClose={() => (file.snapshot().draft === null ? close(file.path) : setClosing(file.path))}
            onDownload={() => download(file.path)}
            onRemove={() => setRemoval({ path: file.path, folder: false })}
          />
        )}
      </div>
      <TakenDialog taken={taken} />
      <CloseDialog
        path={closing}
        readOnly={readOnly}
        onCancel={() => setClosing(null)}
        onSave={(path) => void saveAndClose(path)}
        onDiscard={close}
      />
      <RemoveDialog removal={removal} onCancel={() => setRemoval(null)} onRemove={(path) => void remove(path)} />
    </div>
  )
}

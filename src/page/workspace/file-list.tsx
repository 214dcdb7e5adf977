import FolderRoot from 'lucide-react/icons/folder-root'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState, useSyncExternalStore, type DragEvent } from 'react'
import { ContextMenu } from 'radix-ui'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { IconButton } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import type { TreeRow } from './directory-tree.ts'
import { FileTree } from './file-tree.tsx'
import { folderName, parentOf } from './paths.ts'
import type { WorkspaceModel } from './workspace-model.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './file-list.module.css'

type Actions = {
  readonly onUpload: (files: readonly File[], directory: string) => void
  readonly onDownload: (path: string) => void
  readonly onRemove: (row: TreeRow) => void
}

/** The tree with what belongs to it: upload by button and by drop, a menu on each row, and its empty states. */
export function FileList({
  model,
  readOnly,
  onUpload,
  onDownload,
  onRemove,
}: { model: WorkspaceModel; readOnly: boolean } & Actions) {
  const { rows, loading, failure } = useSyncExternalStore(model.tree.subscribe, model.tree.snapshot)
  const { selected, unsaved, marks } = useSyncExternalStore(model.subscribe, model.snapshot)
  const [dropInto, setDropInto] = useState<string | null>(null)
  const [menuPath, setMenuPath] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const chooserTarget = useRef(WORKSPACE_ROOT)

  const rowAt = (path: string | null) => rows.find((row) => row.path === path) ?? null
  const directoryOf = (path: string | null) => {
    const row = rowAt(path)
    if (row === null) return WORKSPACE_ROOT
    return row.kind === 'directory' ? row.path : parentOf(row.path)
  }
  const rowUnder = (event: { target: EventTarget }) =>
    event.target instanceof Element ? (event.target.closest<HTMLElement>('[data-path]')?.dataset['path'] ?? null) : null
  const choose = (directory: string) => {
    chooserTarget.current = directory
    chooser.current?.click()
  }
  const onDragOver = (event: DragEvent) => {
    if (readOnly || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setDropInto(directoryOf(rowUnder(event)))
  }
  const onDrop = (event: DragEvent) => {
    if (dropInto === null) return
    event.preventDefault()
    // The composer takes drops anywhere else: this one is settled here.
    event.stopPropagation()
    setDropInto(null)
    onUpload([...event.dataTransfer.files], dropInto)
  }
  const menuAt = rowAt(menuPath)
  const menuRow = menuAt?.kind === 'rest' ? null : menuAt
  // One that is gone, or out of sight in a folded folder, is no place to upload to.
  const target = rowAt(chosen)?.kind === 'directory' && chosen !== null ? chosen : WORKSPACE_ROOT
  const into = showInvisible(folderName(target))

  return (
    <div
      className={styles.list}
      data-drop={dropInto === WORKSPACE_ROOT}
      onDragOver={onDragOver}
      onDrop={onDrop}
      onDragLeave={() => setDropInto(null)}
    >
      <div className={styles.bar}>
        <span className={styles.barText} role="status" data-drop={dropInto !== null}>
          {dropInto !== null
            ? words.drop(showInvisible(folderName(dropInto)))
            : readOnly || target === WORKSPACE_ROOT
              ? WORKSPACE_ROOT
              : words.uploadsGo(into)}
        </span>
        {readOnly || target === WORKSPACE_ROOT ? null : (
          <IconButton name={words.uploadToRoot} icon={FolderRoot} onClick={() => setChosen(null)} />
        )}
        {readOnly ? null : <IconButton name={words.upload(into)} icon={Upload} onClick={() => choose(target)} />}
        <IconButton name={words.refresh} icon={RefreshCw} onClick={() => void model.refresh()} />
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            onUpload([...(event.target.files ?? [])], chooserTarget.current)
            event.target.value = ''
          }}
        />
      </div>
      {failure === null ? null : (
        <p className={styles.quiet} role="alert">
          {showInvisible(failure.message)}
        </p>
      )}
      {loading ? <p className={styles.quiet}>{words.loading}</p> : null}
      {!loading && failure === null && rows.length === 0 ? <p className={styles.quiet}>{words.empty}</p> : null}
      <ContextMenu.Root>
        <ContextMenu.Trigger
          asChild
          disabled={rows.length === 0}
          onContextMenu={(event) => setMenuPath(rowUnder(event))}
        >
          <div className={styles.scroll}>
            <FileTree
              tree={model.tree}
              selected={selected}
              unsaved={unsaved}
              marks={marks}
              dropTarget={dropInto}
              onOpen={(path) => model.select(path)}
              onRemove={(path) => {
                const row = rowAt(path)
                if (row !== null && !readOnly) onRemove(row)
              }}
              chosen={readOnly || target === WORKSPACE_ROOT ? null : target}
              onChoose={setChosen}
            />
          </div>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>
          <ContextMenu.Content className={styles.menu}>
            {menuRow !== null && menuRow.kind !== 'directory' ? (
              <>
                <ContextMenu.Item onSelect={() => model.select(menuRow.path)}>{words.open}</ContextMenu.Item>
                <ContextMenu.Item onSelect={() => onDownload(menuRow.path)}>{words.download}</ContextMenu.Item>
              </>
            ) : null}
            {readOnly ? null : (
              <ContextMenu.Item onSelect={() => choose(directoryOf(menuPath))}>{words.uploadHere}</ContextMenu.Item>
            )}
            {readOnly || menuRow === null ? null : (
              <ContextMenu.Item data-danger onSelect={() => onRemove(menuRow)}>
                {words.remove}
              </ContextMenu.Item>
            )}
          </ContextMenu.Content>
        </ContextMenu.Portal>
      </ContextMenu.Root>
    </div>
  )
}

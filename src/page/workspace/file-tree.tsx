import ChevronRight from 'lucide-react/icons/chevron-right'
import File from 'lucide-react/icons/file'
import FileSymlink from 'lucide-react/icons/file-symlink'
import Folder from 'lucide-react/icons/folder'
import FolderOpen from 'lucide-react/icons/folder-open'
import { useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import type { DirectoryTree, TreeRow } from './directory-tree.ts'
import { treeAction, typedRow } from './tree-keys.ts'
import { WorkspaceModel } from './workspace-model.ts'
import { workspaceWords as words } from './workspace-words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './file-tree.module.css'

/** A pause after which typing starts a new name. */
const TYPING_MS = 600

/** The files as a tree, worked by the keyboard as trees are: arrows, Home, End, names, Enter, Delete. */
export function FileTree(props: {
  tree: DirectoryTree
  selected: string | null
  unsaved: ReadonlySet<string>
  marks: ReadonlySet<string>
  dropTarget: string | null
  /** The folder that uploads go to, marked as such. */
  chosen: string | null
  onOpen: (path: string) => void
  onRemove: (path: string) => void
  /** A folder was opened or folded, and is the one that the person is at; null: none is any more. */
  onChoose: (folder: string | null) => void
}) {
  const { tree, selected, onOpen, onRemove, onChoose } = props
  const { rows } = useSyncExternalStore(tree.subscribe, tree.snapshot)
  const [wanted, setWanted] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const typing = useRef({ text: '', at: 0 })
  // Exactly one row can be reached with Tab: the last one used, else the open file, else the first.
  const active = [wanted, selected].find((path) => rows.some((row) => row.path === path)) ?? rows[0]?.path ?? null
  const markedDirectories = WorkspaceModel.marksBelow(props.marks)

  const focus = (path: string) => {
    setWanted(path)
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }
  const open = (path: string) => {
    onChoose(null)
    onOpen(path)
  }
  const expand = (folder: string, expanded: boolean) => {
    onChoose(folder)
    void tree.setExpanded(folder, expanded)
  }
  const toggleOrOpen = (row: TreeRow) => {
    setWanted(row.path)
    if (row.kind === 'directory') expand(row.path, !row.expanded)
    else if (row.kind !== 'rest') open(row.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (active === null || event.ctrlKey || event.metaKey || event.altKey) return
    const action = treeAction(rows, active, event.key)
    if (action !== null) {
      event.preventDefault()
      if (action.do === 'focus') focus(action.path)
      else if (action.do === 'open') open(action.path)
      else if (action.do === 'remove') onRemove(action.path)
      else expand(action.path, action.do === 'expand')
      return
    }
    if (event.key.length !== 1 || event.key === ' ') return
    const held = typing.current
    held.text = event.timeStamp - held.at < TYPING_MS ? held.text + event.key : event.key
    held.at = event.timeStamp
    const found = typedRow(rows, active, held.text)
    if (found !== null) focus(found)
  }

  return (
    <div className={styles.tree} role="tree" aria-label={words.files} ref={list} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.path}
          row={row}
          active={row.path === active}
          selected={row.path === selected}
          marked={props.marks.has(row.path) || (!row.expanded && markedDirectories.has(row.path))}
          unsaved={props.unsaved.has(row.path)}
          dropInto={row.path === props.dropTarget}
          chosen={row.path === props.chosen}
          onUse={() => toggleOrOpen(row)}
          onFocus={() => setWanted(row.path)}
        />
      ))}
    </div>
  )
}

function Row(props: {
  row: TreeRow
  active: boolean
  selected: boolean
  marked: boolean
  unsaved: boolean
  dropInto: boolean
  chosen: boolean
  onUse: () => void
  onFocus: () => void
}) {
  const { row, marked, unsaved } = props
  const directory = row.kind === 'directory'
  const name = row.kind === 'rest' ? words.omitted(row.omitted) : showInvisible(row.name)
  const label = [
    name,
    marked ? words.changedThisTurn : '',
    unsaved ? words.unsaved : '',
    row.empty ? words.emptyFolder : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
  return (
    <div
      className={styles.row}
      role="treeitem"
      aria-label={label}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={props.selected}
      aria-expanded={directory ? row.expanded : undefined}
      tabIndex={props.active ? 0 : -1}
      data-path={row.path}
      data-kind={row.kind}
      data-marked={marked}
      data-drop={props.dropInto}
      data-chosen={props.chosen || undefined}
      style={{ '--level': row.level }}
      title={label}
      onClick={props.onUse}
      onFocus={props.onFocus}
    >
      {directory ? (
        <ChevronRight size={14} aria-hidden className={styles.chevron} data-open={row.expanded} />
      ) : (
        <span className={styles.chevron} />
      )}
      {row.kind === 'rest' ? null : <RowIcon row={row} />}
      <span className={styles.name}>{name}</span>
      {row.empty ? <span className={styles.hint}>{words.emptyFolder}</span> : null}
      {unsaved ? <span className={styles.unsaved} aria-hidden /> : null}
      {marked ? <span className={styles.mark} aria-hidden /> : null}
    </div>
  )
}

function RowIcon({ row }: { row: TreeRow }) {
  const Icon = row.kind === 'link' ? FileSymlink : row.kind === 'file' ? File : row.expanded ? FolderOpen : Folder
  return <Icon size={16} aria-hidden className={styles.icon} />
}

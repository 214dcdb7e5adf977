import ChevronRight from 'lucide-react/icons/chevron-right'
import FileMinus from 'lucide-react/icons/file-minus'
import FilePen from 'lucide-react/icons/file-pen'
import FilePlus from 'lucide-react/icons/file-plus'
import { useState } from 'react'
import type { FileDiff } from '#contracts/views.ts'
import { DiffCounts } from '../kit/diff/diff-counts.tsx'
import { DiffView } from '../kit/diff/diff-view.tsx'
import { absolutePath, nameOf, shownPath } from './paths.ts'
import type { TurnDiffState } from './workspace-model.ts'
import { workspaceWords as words } from './workspace-words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './turn-changes.module.css'

/** Up to this many changed files are open at once when the list comes. */
const OPEN_AT_FIRST = 4

const GLYPHS = { created: FilePlus, modified: FilePen, deleted: FileMinus, unchanged: FilePen } as const

/** What the last turn changed: a list of files, each opening to its diff. */
export function TurnChanges(props: {
  state: TurnDiffState
  running: boolean
  changedSoFar: number
  onOpen: (path: string) => void
  onRetry: () => void
}) {
  const { state, running, changedSoFar, onOpen, onRetry } = props
  if (running) return <p className={styles.quiet}>{words.changesRunning(changedSoFar)}</p>
  if (state.status === 'loading') return <p className={styles.quiet}>{words.changesLoading}</p>
  if (state.status === 'failed') {
    return (
      <div className={styles.quiet}>
        <p>{showInvisible(state.failure.message)}</p>
        <button type="button" className={styles.retry} onClick={onRetry}>
          {words.retry}
        </button>
      </div>
    )
  }
  const files = state.diff?.files.filter((file) => file.change !== 'unchanged') ?? []
  if (files.length === 0) return <p className={styles.quiet}>{words.changesEmpty}</p>
  const omitted = state.diff?.omitted ?? 0
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <div className={styles.changes}>
      <p className={styles.summary}>
        {words.changesSummary(files.length, omitted)} <DiffCounts added={added} removed={removed} />
      </p>
      <ul key={state.diff?.turnId}>
        {files.map((file, index) => (
          <ChangedFile key={file.path} file={file} openAtFirst={index < OPEN_AT_FIRST} onOpen={onOpen} />
        ))}
      </ul>
      {omitted > 0 ? <p className={styles.quiet}>{words.changesOmitted(omitted)}</p> : null}
    </div>
  )
}

function ChangedFile({
  file,
  openAtFirst,
  onOpen,
}: {
  file: FileDiff
  openAtFirst: boolean
  onOpen: (path: string) => void
}) {
  const [open, setOpen] = useState(openAtFirst)
  const path = showInvisible(shownPath(absolutePath(file.path)))
  const name = nameOf(path)
  const Glyph = GLYPHS[file.change]
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          title={path}
        >
          <ChevronRight size={14} aria-hidden className={styles.chevron} />
          <Glyph size={16} aria-hidden className={styles.glyph} data-change={file.change} />
          <span className={styles.path}>
            <span className={styles.name}>{name}</span>
            <span className={styles.directory}>{path.slice(0, -name.length - 1)}</span>
          </span>
          <span className="visually-hidden">{words.change[file.change]}</span>
          <DiffCounts added={file.added} removed={file.removed} />
        </button>
        {file.change === 'deleted' ? null : (
          <button
            type="button"
            className={styles.open}
            onClick={() => onOpen(file.path)}
            aria-label={words.openFile(path)}
          >
            {words.open}
          </button>
        )}
      </div>
      {open ? <DiffView diff={file} /> : null}
    </li>
  )
}

import { useSyncExternalStore, type ReactNode } from 'react'
import { ArrowLeft, Download, Save, Trash2, X } from 'lucide-react'
import type { OpenFile, FileState } from './open-file.ts'
import { byteSize, nameOf, shownPath } from './paths.ts'
import { TextEditor } from './text-editor.tsx'
import { workspaceWords as words } from './workspace-words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './file-pane.module.css'

/** The open file: its path and actions, what needs a decision, and its content. */
export function FilePane(props: {
  file: OpenFile
  readOnly: boolean
  line: { line: number; at: number } | null
  onBack: () => void
  onClose: () => void
  onDownload: () => void
  onRemove: () => void
}) {
  const { file, readOnly } = props
  const state = useSyncExternalStore(file.subscribe, file.snapshot)
  const path = showInvisible(shownPath(file.path))
  const name = nameOf(path)
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <IconButton
          name={words.back}
          className={styles.back}
          onClick={props.onBack}
          icon={<ArrowLeft size={16} aria-hidden />}
        />
        <h2 className={styles.path} title={path}>
          <span className={styles.directory}>{path.slice(0, -name.length)}</span>
          <span className={styles.name}>{name}</span>
        </h2>
        {state.draft === null ? null : (
          <>
            <span className={styles.unsaved}>{state.saving ? words.saving : words.unsavedMark}</span>
            <IconButton
              name={words.save}
              onClick={() => void file.save()}
              disabled={state.saving || readOnly}
              icon={<Save size={16} aria-hidden />}
            />
          </>
        )}
        {state.file === null ? null : (
          <IconButton name={words.download} onClick={props.onDownload} icon={<Download size={16} aria-hidden />} />
        )}
        {readOnly || state.file === null ? null : (
          <IconButton name={words.remove} onClick={props.onRemove} icon={<Trash2 size={16} aria-hidden />} />
        )}
        <IconButton
          name={words.close}
          className={styles.close}
          onClick={props.onClose}
          icon={<X size={16} aria-hidden />}
        />
      </div>
      <Attention file={file} state={state} />
      {readOnly ? <p className={styles.note}>{words.readOnly}</p> : null}
      <Content {...props} state={state} shownAs={path} />
    </div>
  )
}

/** What the person should decide before going on; announced when it appears. */
function Attention({ file, state }: { file: OpenFile; state: FileState }) {
  const text = attentionText(state)
  return (
    <div role="status" className={styles.attention} data-empty={text === null}>
      {text === null ? null : <p>{text}</p>}
      {state.outside === 'changed' || state.outside === 'conflict' ? (
        <>
          <button type="button" onClick={() => void file.takeTheirs()}>
            {words.takeTheirs}
          </button>
          <button type="button" onClick={() => void file.keepMine()} disabled={state.saving}>
            {words.keepMine}
          </button>
        </>
      ) : null}
      {state.outside === 'deleted' ? (
        <button type="button" onClick={() => void file.keepMine()} disabled={state.saving}>
          {words.restore}
        </button>
      ) : null}
      {state.failure !== null && state.file !== null ? (
        <button type="button" onClick={() => void (state.draft === null ? file.load() : file.save())}>
          {words.retry}
        </button>
      ) : null}
    </div>
  )
}

function attentionText({ outside, failure, file }: FileState): string | null {
  if (outside === 'conflict') return words.conflict
  if (outside === 'changed') return words.changedOutside
  if (outside === 'deleted') return words.deletedOutside
  return failure !== null && file !== null ? showInvisible(failure.message) : null
}

function Content(props: {
  file: OpenFile
  state: FileState
  shownAs: string
  readOnly: boolean
  line: { line: number; at: number } | null
  onDownload: () => void
}): ReactNode {
  const { file, state, shownAs } = props
  if (state.file === null) {
    if (state.failure === null) return <p className={styles.quiet}>{words.loading}</p>
    return (
      <div className={styles.quiet} role="alert">
        <p>{showInvisible(state.failure.message)}</p>
        <button type="button" className={styles.action} onClick={() => void file.load()}>
          {words.retry}
        </button>
      </div>
    )
  }
  const { content, size } = state.file
  if (content.kind === 'text')
    return <TextEditor file={file} shownAs={shownAs} readOnly={props.readOnly} line={props.line} />
  if (content.kind === 'image') {
    return (
      <div className={styles.picture}>
        <img src={`data:${content.mediaType};base64,${content.base64}`} alt={shownAs} />
        <p>{byteSize(size)}</p>
      </div>
    )
  }
  return (
    <div className={styles.quiet}>
      <p>{content.kind === 'binary' ? words.binary : words.large}</p>
      <p>{words.size(byteSize(size))}</p>
      <button type="button" className={styles.action} onClick={props.onDownload}>
        {words.download}
      </button>
    </div>
  )
}

function IconButton(props: {
  name: string
  icon: ReactNode
  onClick: () => void
  disabled?: boolean
  className?: string | undefined
}) {
  return (
    <button
      type="button"
      className={props.className === undefined ? styles.icon : `${styles.icon} ${props.className}`}
      aria-label={props.name}
      title={props.name}
      onClick={props.onClick}
      disabled={props.disabled}
    >
      {props.icon}
    </button>
  )
}

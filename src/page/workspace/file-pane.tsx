import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import Save from 'lucide-react/icons/save'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useSyncExternalStore, type ReactNode } from 'react'
import { IconButton } from '../kit/button.tsx'
import { bytes } from '../kit/format.ts'
import { Picture } from '../kit/picture.tsx'
import type { OpenFile, FileState } from './open-file.ts'
import { nameOf, shownPath } from './paths.ts'
import { TextEditor } from './text-editor.tsx'
import { workspaceWords as words } from './workspace-words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './file-pane.module.css'

/** The open file: its path and actions, what needs a decision, and its content. */
export function FilePane(props: {
  file: OpenFile
  readOnly: boolean
  line: { line: number; at: number } | null
  onLineShown: (at: number) => void
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
        <IconButton name={words.back} className={styles.back ?? ''} onClick={props.onBack} icon={ArrowLeft} />
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
              icon={Save}
            />
          </>
        )}
        {state.file === null ? null : <IconButton name={words.download} onClick={props.onDownload} icon={Download} />}
        {readOnly || state.file === null ? null : (
          <IconButton name={words.remove} onClick={props.onRemove} icon={Trash} />
        )}
        <IconButton name={words.close} className={styles.close ?? ''} onClick={props.onClose} icon={X} />
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
  onLineShown: (at: number) => void
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
    return (
      <TextEditor
        file={file}
        shownAs={shownAs}
        readOnly={props.readOnly}
        line={props.line}
        onLineShown={props.onLineShown}
      />
    )
  if (content.kind === 'image') {
    return (
      <div className={styles.picture}>
        <Picture mediaType={content.mediaType} base64={content.base64} alt={shownAs} maxHeight="60vh" />
        <p>{bytes(size)}</p>
      </div>
    )
  }
  return (
    <div className={styles.quiet}>
      <p>{content.kind === 'binary' ? words.binary : words.large}</p>
      <p>{words.size(bytes(size))}</p>
      <button type="button" className={styles.action} onClick={props.onDownload}>
        {words.download}
      </button>
    </div>
  )
}

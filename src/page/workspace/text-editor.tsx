import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { createEditor, Editor } from './code-mirror.ts'
import type { OpenFile } from './open-file.ts'
import { storedText } from './open-file.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { takesLetters } from '../shortcuts.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './file-pane.module.css'

/** What is shown of a text for the moment until the editor is there: more than a window holds. */
const BEFORE_EDITOR_CHARS = 20_000

const loadEditor = () => import('./code-mirror.ts')

/**
 * The editor of one open file. It is fetched on first use; until it is there the beginning is shown plainly, and where
 * it cannot be fetched the whole text.
 */
export function TextEditor(props: {
  file: OpenFile
  shownAs: string
  readOnly: boolean
  line: { line: number; at: number } | null
  /** Told once the line that was asked for is shown. */
  onLineShown: (at: number) => void
  load?: () => Promise<{ createEditor: typeof createEditor }>
}) {
  const { file, shownAs, readOnly, line, load = loadEditor } = props
  const frame = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [tries, setTries] = useState(0)
  const [failedTry, setFailedTry] = useState<number | null>(null)
  const failed = failedTry === tries
  const firstReadOnly = useRef(readOnly)

  useEffect(() => {
    const parent = frame.current
    if (parent === null) return
    let made: Editor | null = null
    let gone = false
    load().then(
      ({ createEditor }) => {
        if (gone) return
        const { draft, file: read } = file.snapshot()
        made = createEditor({
          parent,
          path: file.path,
          text: draft ?? storedText(read) ?? '',
          label: words.editor(shownAs),
          readOnly: firstReadOnly.current,
          onEdit: (text) => file.edit(text),
          onSave: () => void file.save(),
        })
        setEditor(made)
      },
      () => setFailedTry(tries),
    )
    return () => {
      gone = true
      made?.destroy()
      setEditor(null)
    }
  }, [file, shownAs, load, tries])

  useEffect(() => {
    if (editor === null) return
    // The file is the truth: what it holds after a reload or an outside change is put in place.
    const follow = () => {
      const { draft, file: read } = file.snapshot()
      const text = draft ?? storedText(read)
      if (text !== null) editor.replace(text)
    }
    follow()
    return file.subscribe(follow)
  }, [editor, file])
  useEffect(() => {
    firstReadOnly.current = readOnly
    editor?.setReadOnly(readOnly)
  }, [editor, readOnly])
  const goTo = useEffectEvent((shown: Editor, { line, at }: { line: number; at: number }) => {
    shown.goTo(line)
    // Only who has just done something, and writes nothing elsewhere, wants to be in the editor.
    if (navigator.userActivation.isActive && !takesLetters(document.activeElement)) shown.focus()
    props.onLineShown(at)
  })
  useEffect(() => {
    if (line !== null && editor !== null) goTo(editor, line)
  }, [editor, line])

  const { draft, file: read } = file.snapshot()
  const text = draft ?? storedText(read) ?? ''
  return (
    <div className={styles.editor} ref={frame}>
      {failed && (
        <div className={styles.attention} role="status">
          <p>{words.editorFailed}</p>
          <button type="button" onClick={() => setTries(tries + 1)}>
            {words.retry}
          </button>
        </div>
      )}
      {editor === null ? (
        <pre
          className={styles.plain}
          data-whole={failed || undefined}
          tabIndex={failed ? 0 : undefined}
          aria-busy={!failed}
          aria-label={failed ? words.editor(shownAs) : words.openingEditor}
        >
          {showInvisible(failed ? text : text.slice(0, BEFORE_EDITOR_CHARS))}
        </pre>
      ) : null}
    </div>
  )
}

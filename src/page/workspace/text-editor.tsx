import { useEffect, useRef, useState } from 'react'
import type { Editor } from './code-mirror.ts'
import type { OpenFile } from './open-file.ts'
import { storedText } from './open-file.ts'
import { workspaceWords as words } from './workspace-words.ts'
import styles from './file-pane.module.css'

/**
 * The editor of one open file. It is fetched on first use; until it is there, and where it cannot be
 * fetched, the text is shown plainly.
 */
export function TextEditor(props: {
  file: OpenFile
  shownAs: string
  readOnly: boolean
  line: { line: number; at: number } | null
}) {
  const { file, shownAs, readOnly, line } = props
  const frame = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [failed, setFailed] = useState(false)
  const firstReadOnly = useRef(readOnly)

  useEffect(() => {
    const parent = frame.current
    if (parent === null) return
    let made: Editor | null = null
    let gone = false
    import('./code-mirror.ts').then(
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
      () => setFailed(true),
    )
    return () => {
      gone = true
      made?.destroy()
      setEditor(null)
    }
  }, [file, shownAs])

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
  useEffect(() => {
    if (line !== null) editor?.goTo(line.line)
  }, [editor, line])

  return (
    <div className={styles.editor} ref={frame}>
      {editor === null ? (
        <pre
          className={styles.plain}
          aria-busy={!failed}
          aria-label={failed ? words.editor(shownAs) : words.openingEditor}
        >
          {(file.snapshot().draft ?? storedText(file.snapshot().file) ?? '').slice(0, 20_000)}
        </pre>
      ) : null}
    </div>
  )
}

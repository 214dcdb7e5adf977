import { useEffect, useRef, useState } from 'react'
import type { SliceOf, TextSlice } from '#contracts/inspection.ts'
import { Button } from '../kit/button.tsx'
import { CopyButton } from '../kit/code/copy-button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { useDispatch } from '../runtime.ts'
import { inspectorWords as words } from './inspector-words.ts'
import styles from './inspector.module.css'

interface TextViewProps {
  sessionId: string
  label: string
  /** What stands beside the label: its size. */
  note?: string
  of: SliceOf
  head: TextSlice
}

/** A text of any length: its head, and more of it when asked for. Data in monospace, what cannot be seen written out. */
export function TextView(props: TextViewProps) {
  // Another text is another view: nothing of the one before may be left in it.
  return <Loaded key={`${JSON.stringify(props.of)} ${props.head.chars} ${props.head.text}`} {...props} />
}

function Loaded({ sessionId, label, note, of, head }: TextViewProps) {
  const dispatch = useDispatch()
  const [shown, setShown] = useState({ text: head.text, next: head.next })
  const [loading, setLoading] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const { text, next } = shown

  const more = async (from: number) => {
    abort.current?.abort()
    const own = (abort.current = new AbortController())
    setLoading(true)
    const slice = await dispatch('inspect.slice', { sessionId, of, from }, own.signal)
    if (own.signal.aborted) return
    setLoading(false)
    if (slice !== null) setShown((before) => ({ text: before.text + slice.text, next: slice.next }))
  }

  return (
    <div className={styles.text}>
      <div className={styles.textHead}>
        <span>{label}</span>
        {note !== undefined && <span className={styles.quiet}>{note}</span>}
        {text !== '' && (
          <CopyButton text={text} name={next === null ? words.text.copy(label) : words.text.copyShown(label)} />
        )}
      </div>
      {text === '' ? (
        <p className={styles.quiet}>{words.text.empty}</p>
      ) : (
        <pre className={styles.data} tabIndex={0} role="region" aria-label={label}>
          {showInvisible(text)}
        </pre>
      )}
      {next !== null && (
        <Button small look="quiet" disabled={loading} onClick={() => void more(next)}>
          {words.text.more(head.chars - next)}
        </Button>
      )}
    </div>
  )
}

import { useLayoutEffect, useRef } from 'react'
import { words } from '../words.ts'
import { CopyButton } from './code/copy-button.tsx'
import { showInvisible } from './show-invisible.ts'
import styles from './console.module.css'

interface ConsoleProps {
  label: string
  text: string
  /** Characters that went before `text` and are not shown. */
  omitted?: number
  /** Shown while there is no text. */
  empty?: string
  /** Keeps to the end while the reader is there. */
  follow?: boolean
  /** Shown above, as the line that was typed. */
  command?: string
}

/** Terminal sequences: colours and cursor moves mean nothing here. */
// oxlint-disable-next-line no-control-regex -- escape is a control character
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g

/** The output of a command: monospace, bounded in height, copyable. */
export function Console({ label, text, omitted = 0, empty = '', follow = false, command }: ConsoleProps) {
  const frame = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  const shown = text.replace(ESCAPES, '')
  useLayoutEffect(() => {
    const scroller = frame.current
    if (follow && atEnd.current && scroller !== null && shown !== '') scroller.scrollTop = scroller.scrollHeight
  }, [follow, shown])
  return (
    <div className={styles.console}>
      <div className={styles.head}>
        <code>{command === undefined ? label : showInvisible(command)}</code>
        <CopyButton text={shown} name={words.actions.copy} />
      </div>
      <pre
        ref={frame}
        className={styles.text}
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 24
        }}
      >
        {omitted > 0 && (
          <span className={styles.quiet}>
            {words.call.omitted(omitted)}
            {'\n'}
          </span>
        )}
        {shown === '' ? <span className={styles.quiet}>{empty}</span> : shown}
      </pre>
    </div>
  )
}

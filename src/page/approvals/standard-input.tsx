import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { showInvisible } from '../kit/show-invisible.ts'
import { words } from '../words.ts'
import styles from './card.module.css'

/** Characters shown before one asks for more: an input of a megabyte would hold up the page. */
const SHOWN_CHARS = 4_000

/** What a command will read: a shell runs it, so it is shown like the command itself, to its end on request. */
export function StandardInput({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const cut = !whole && text.length > SHOWN_CHARS
  return (
    <section className={styles.input} aria-label={words.approval.stdin}>
      <p className={styles.small}>{words.approval.stdinLength(text.length)}</p>
      <pre className={styles.command}>{showInvisible(cut ? text.slice(0, SHOWN_CHARS) : text)}</pre>
      {cut && (
        <p className={styles.small}>
          {words.approval.stdinHidden(text.length - SHOWN_CHARS)}{' '}
          <Button small onClick={() => setWhole(true)}>
            {words.approval.stdinAll}
          </Button>
        </p>
      )}
    </section>
  )
}

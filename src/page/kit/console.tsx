import Search from 'lucide-react/icons/search'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { words } from '../words.ts'
import { IconButton } from './button.tsx'
import { CopyButton } from './code/copy-button.tsx'
import { ConsoleSearch } from './console-search.tsx'
import { findInText } from './find-in-text.ts'
import { showInvisible } from './show-invisible.ts'
import { useClipped } from './use-clipped.ts'
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

/** The output of a command: monospace, bounded in height, searchable, copyable. */
export function Console({ label, text, omitted = 0, empty = '', follow = false, command }: ConsoleProps) {
  const frame = useRef<HTMLElement>(null)
  const { ref } = useClipped(frame)
  const atEnd = useRef(true)
  const opener = useRef<HTMLButtonElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const [chosen, setChosen] = useState(0)
  const shown = useMemo(() => text.replace(ESCAPES, ''), [text])
  const found = useMemo(() => findInText(shown, query ?? ''), [shown, query])
  const at = Math.min(chosen, Math.max(0, found.length - 1))
  useLayoutEffect(() => {
    const scroller = frame.current
    if (follow && atEnd.current && scroller !== null && shown !== '') scroller.scrollTop = scroller.scrollHeight
  }, [follow, shown])
  const any = found.length > 0
  useEffect(() => {
    const scroller = frame.current
    const match = scroller?.querySelectorAll('mark')[at]
    if (query === null || !any || scroller === null || match === undefined) return
    // Only within the box: what is read round it stays where it is.
    const { top, bottom } = scroller.getBoundingClientRect()
    const place = match.getBoundingClientRect()
    if (place.top >= top && place.bottom <= bottom) return
    atEnd.current = false
    scroller.scrollTop += place.top - (top + bottom) / 2
  }, [any, query, at])

  return (
    <div className={styles.console}>
      <div className={styles.head}>
        <code>{command === undefined ? label : showInvisible(command)}</code>
        <IconButton
          ref={opener}
          className={styles.open ?? ''}
          name={words.text.find}
          icon={Search}
          size={14}
          aria-expanded={query !== null}
          onClick={() => setQuery(query === null ? '' : null)}
        />
        <CopyButton text={shown} name={words.actions.copy} />
      </div>
      {query !== null && (
        <ConsoleSearch
          query={query}
          at={at}
          found={found.length}
          onQuery={(changed) => {
            setQuery(changed)
            setChosen(0)
          }}
          onStep={(by) => found.length > 0 && setChosen((at + by + found.length) % found.length)}
          onClose={() => {
            setQuery(null)
            opener.current?.focus()
          }}
        />
      )}
      <pre
        ref={ref}
        className={styles.text}
        tabIndex={0}
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 24
        }}
      >
        <code>
          {omitted > 0 && (
            <span className={styles.quiet}>
              {words.call.omitted(omitted)}
              {'\n'}
            </span>
          )}
          {shown === '' ? <span className={styles.quiet}>{empty}</span> : marked(shown, found, at)}
        </code>
      </pre>
    </div>
  )
}

function marked(text: string, found: ReturnType<typeof findInText>, chosen: number): ReactNode {
  if (found.length === 0) return text
  const pieces: ReactNode[] = []
  let from = 0
  for (const [index, { at, length }] of found.entries()) {
    pieces.push(
      text.slice(from, at),
      <mark key={index} data-chosen={index === chosen || undefined}>
        {text.slice(at, at + length)}
      </mark>,
    )
    from = at + length
  }
  return [...pieces, text.slice(from)]
}

import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../kit/dialog.tsx'
import { words } from '../words.ts'
import { findEntries } from './find-entries.ts'
import { useEntries } from './use-entries.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './palette.module.css'

/** One field that reaches everything: sessions, commands, settings, and the files of the session. */
export function Palette({ onClose }: { onClose: () => void }) {
  const all = useEntries()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const name = useId()
  const entries = findEntries(all, query)
  const at = Math.min(active, Math.max(0, entries.length - 1))

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (index: number) => {
    const entry = entries[index]
    if (entry === undefined) return
    onClose()
    // After the dialog has given the focus back, so that an entry may take it.
    setTimeout(entry.run, 0)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = (to: number) => {
      event.preventDefault()
      setActive((to + entries.length) % Math.max(1, entries.length))
    }
    if (event.key === 'ArrowDown') move(at + 1)
    if (event.key === 'ArrowUp') move(at - 1)
    if (event.key === 'Enter') {
      event.preventDefault()
      run(at)
    }
  }

  return (
    <Dialog title={words.palette.title} size="top" onClose={onClose}>
      <div className={styles.palette}>
        <input
          className={styles.query}
          role="combobox"
          aria-label={words.palette.label}
          aria-expanded="true"
          aria-controls={`${name}-list`}
          aria-activedescendant={entries.length > 0 ? `${name}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder={words.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKey}
        />
        <ul ref={list} id={`${name}-list`} className={styles.list} role="listbox" aria-label={words.palette.title}>
          {entries.map((entry, index) => (
            <li
              key={entry.id}
              id={`${name}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.entry}
              onPointerMove={() => setActive(index)}
              onClick={() => run(index)}
            >
              <span className={styles.label}>{showInvisible(entry.label)}</span>
              <span className={styles.hint}>{entry.hint === '' ? words.palette.kinds[entry.kind] : entry.hint}</span>
            </li>
          ))}
        </ul>
        {entries.length === 0 && (
          <p className={styles.nothing} role="status">
            {words.palette.nothing}
          </p>
        )}
      </div>
    </Dialog>
  )
}

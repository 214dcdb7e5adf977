import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './inspector.module.css'

interface RovingListProps<T> {
  label: string
  items: readonly T[]
  keyOf(item: T): string
  /** The key of the one that is open. */
  open: string | null
  onOpen(key: string): void
  /** One step to the right in the list for each level. */
  levelOf?(item: T): number
  children(item: T): ReactNode
}

/** A list of choices that is one stop of the Tab key: arrows, Home and End move in it, Enter opens. */
export function RovingList<T>({ label, items, keyOf, open, onOpen, levelOf, children }: RovingListProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const keys = items.map(keyOf)
  const stop = [focused, open].find((key) => key !== null && keys.includes(key)) ?? keys[0]

  const onKeyDown = (event: KeyboardEvent) => {
    const at = stop === undefined ? -1 : keys.indexOf(stop)
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: keys.length - 1 }
    const to = moves[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLButtonElement>('button')[Math.min(Math.max(to, 0), keys.length - 1)]?.focus()
  }

  return (
    <ul ref={list} className={styles.rows} aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => {
        const key = keyOf(item)
        return (
          <li key={key}>
            <button
              type="button"
              className={styles.row}
              data-key={key}
              data-level={levelOf?.(item) || undefined}
              tabIndex={key === stop ? 0 : -1}
              aria-current={key === open ? 'true' : undefined}
              onFocus={() => setFocused(key)}
              onClick={() => onOpen(key)}
            >
              {children(item)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

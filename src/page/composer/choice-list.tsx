import { type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import styles from './choice-list.module.css'

/** Takes a key of the text field; true where it was for the list. */
export type ChoiceKeys = (event: { key: string; shiftKey: boolean }) => boolean

/** One thing to choose. `id` tells it from the others for as long as it is listed. */
export interface Choice {
  readonly id: string
  readonly content: ReactNode
  /** What is written already is this: Enter is then for the text field. */
  readonly done?: boolean
}

/**
 * What a text field suggests, above it. The field keeps the focus and hands its keys over through `keys`: arrows
 * choose, Enter or Tab picks. Another `query` begins at the first choice again.
 */
export function ChoiceList(props: {
  label: string
  query: string
  choices: readonly Choice[]
  /** Stands below the choices, also where there are none; '' for nothing. */
  note?: string
  keys: RefObject<ChoiceKeys | null>
  /** The list and its chosen option by id; null while there is nothing to choose. */
  onActive: (active: { list: string; option: string } | null) => void
  onPick: (id: string) => void
}) {
  const { query, choices, note = '', keys, onActive, onPick } = props
  const [chosen, setChosen] = useState({ query, at: 0 })
  const list = useRef<HTMLUListElement>(null)
  const name = useId()
  const at = chosen.query === query ? Math.min(chosen.at, Math.max(0, choices.length - 1)) : 0
  const any = choices.length > 0

  useImperativeHandle(keys, () => ({ key, shiftKey }) => {
    const choice = choices[at]
    if (choice === undefined || shiftKey) return false
    if (key === 'ArrowDown') setChosen({ query, at: (at + 1) % choices.length })
    else if (key === 'ArrowUp') setChosen({ query, at: (at + choices.length - 1) % choices.length })
    else if (key === 'Tab' || (key === 'Enter' && choice.done !== true)) onPick(choice.id)
    else return false
    return true
  })
  useEffect(() => {
    onActive(any ? { list: `${name}-list`, option: `${name}-${at}` } : null)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [onActive, any, name, at])
  useEffect(() => () => onActive(null), [onActive])
  if (!any && note === '') return null
  const options = (
    <ul ref={list} id={`${name}-list`} role="listbox" aria-label={props.label}>
      {choices.map(({ id, content }, index) => (
        <li
          key={id}
          id={`${name}-${index}`}
          role="option"
          aria-selected={index === at}
          className={styles.choice}
          onPointerMove={() => setChosen({ query, at: index })}
          // The field keeps its focus, and with it the place where the choice goes.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(id)}
        >
          {content}
        </li>
      ))}
    </ul>
  )
  return (
    <div className={styles.box}>
      {any && options}
      {note !== '' && <p className={styles.note}>{note}</p>}
    </div>
  )
}

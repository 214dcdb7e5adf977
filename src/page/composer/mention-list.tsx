import FileIcon from 'lucide-react/icons/file'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { findBest } from '../kit/find-best.ts'
import { useSessionFiles } from '../use-session-files.ts'
import { words } from '../words.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import styles from './mention-list.module.css'

const SHOWN = 8

/** Takes a key of the text field; true where it was for the list. */
export type MentionKeys = (event: { key: string; shiftKey: boolean }) => boolean

/** The session's files that `query` finds. The text field keeps the focus and hands its keys over through `keys`. */
export function MentionList(props: {
  sessionId: string
  query: string
  keys: RefObject<MentionKeys | null>
  /** The list and its chosen option by id; null while nothing is found. */
  onActive: (active: { list: string; option: string } | null) => void
  onPick: (path: string) => void
}) {
  const { query, keys, onActive, onPick } = props
  const files = useSessionFiles(props.sessionId)
  const [chosen, setChosen] = useState({ query, at: 0 })
  const list = useRef<HTMLUListElement>(null)
  const name = useId()
  const found = findBest(
    files.map((path) => path.slice(WORKSPACE_ROOT.length + 1)),
    (path) => path,
    query,
    SHOWN,
  )
  const at = chosen.query === query ? Math.min(chosen.at, Math.max(0, found.length - 1)) : 0
  const any = found.length > 0

  useImperativeHandle(keys, () => ({ key, shiftKey }) => {
    const path = found[at]
    if (path === undefined || shiftKey) return false
    if (key === 'ArrowDown') setChosen({ query, at: (at + 1) % found.length })
    else if (key === 'ArrowUp') setChosen({ query, at: (at + found.length - 1) % found.length })
    else if (key === 'Enter' || key === 'Tab') onPick(path)
    else return false
    return true
  })
  useEffect(() => {
    onActive(any ? { list: `${name}-list`, option: `${name}-${at}` } : null)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [onActive, any, name, at])
  useEffect(() => () => onActive(null), [onActive])
  if (!any) return null
  return (
    <ul ref={list} id={`${name}-list`} className={styles.list} role="listbox" aria-label={words.composer.files}>
      {found.map((path, index) => {
        const base = path.slice(path.lastIndexOf('/') + 1)
        return (
          <li
            key={path}
            id={`${name}-${index}`}
            role="option"
            aria-selected={index === at}
            className={styles.file}
            onPointerMove={() => setChosen({ query, at: index })}
            // The field keeps its focus, and with it the place where the path goes.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(path)}
          >
            <FileIcon size={14} aria-hidden="true" />
            <span className={styles.name}>{showInvisible(base)}</span>
            <span className={styles.directory}>{showInvisible(path.slice(0, -base.length - 1))}</span>
          </li>
        )
      })}
    </ul>
  )
}

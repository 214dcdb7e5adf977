import FileIcon from 'lucide-react/icons/file'
import type { RefObject } from 'react'
import { WORKSPACE_ROOT } from '#contracts/ports/sandbox.ts'
import { findBest } from '../kit/find-best.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useSessionFiles } from '../use-session-files.ts'
import { words } from '../words.ts'
import { type ChoiceKeys, ChoiceList } from './choice-list.tsx'
import styles from './mention-list.module.css'

const SHOWN = 8

/** The session's files that `query` finds. */
export function MentionList(props: {
  sessionId: string
  query: string
  keys: RefObject<ChoiceKeys | null>
  onActive: (active: { list: string; option: string } | null) => void
  onPick: (path: string) => void
}) {
  const { sessionId, query, ...list } = props
  const { paths, cut } = useSessionFiles(sessionId)
  const found = findBest(
    paths.map((path) => path.slice(WORKSPACE_ROOT.length + 1)),
    (path) => path,
    query,
    SHOWN,
  )
  const choices = found.map((path) => ({ id: path, content: <FileName path={path} /> }))
  const note = cut ? words.composer.filesCut : ''
  return <ChoiceList label={words.composer.files} query={query} choices={choices} note={note} {...list} />
}

function FileName({ path }: { path: string }) {
  const base = path.slice(path.lastIndexOf('/') + 1)
  return (
    <>
      <FileIcon size={14} aria-hidden="true" />
      <span className={styles.name}>{showInvisible(base)}</span>
      <span className={styles.directory}>{showInvisible(path.slice(0, -base.length - 1))}</span>
    </>
  )
}

import UnfoldVertical from 'lucide-react/icons/unfold-vertical'
import { memo, useMemo, type ReactNode } from 'react'
import type { DiffLine, FileDiff } from '#contracts/views.ts'
import { words } from '#page/words.ts'
import { coloured, type Colouring } from '../../kit/code/coloured.tsx'
import { languageOfPath } from '../../kit/code/languages.ts'
import { useColouring } from '../../kit/code/use-colouring.ts'
import { useOnScreen } from '../../kit/code/use-on-screen.ts'
import { changedParts, diffRows, sideText, type DiffRow } from './diff-rows.ts'
import { useRevealed } from '../revealed.ts'
import { showInvisible } from '../show-invisible.ts'
import styles from './diff.module.css'

const SIGNS = { same: '', add: '+', remove: '−', gap: '' } as const
const SAID = { same: undefined, add: words.diff.added, remove: words.diff.removed, gap: undefined } as const

/**
 * What changed in one file, unified: both line numbers, a sign and a wash per line, unchanged stretches
 * folded.
 */
export const DiffView = memo(function DiffView({ diff }: { diff: FileDiff }) {
  const [unfolded, unfold] = useRevealed(`diff of ${diff.path}`)
  const [frame, onScreen] = useOnScreen<HTMLDivElement>()
  const language = languageOfPath(diff.path)
  const before = useMemo(() => sideText(diff, 'before'), [diff])
  const after = useMemo(() => sideText(diff, 'after'), [diff])
  const parts = useMemo(() => changedParts(diff.lines), [diff])
  const colourBefore = useColouring(before.text, language, onScreen && diff.removed > 0)
  const colourAfter = useColouring(after.text, language, onScreen)
  const rows = diffRows(diff, unfolded)
  const oneSided = diff.change === 'created' || diff.change === 'deleted'
  const digits = String(diff.lines.reduce((most, { before: b, after: a }) => Math.max(most, b ?? 0, a ?? 0), 0)).length

  const content = (index: number, line: DiffLine): ReactNode => {
    const [side, colouring]: [typeof before, Colouring | null] =
      line.kind === 'remove' ? [before, colourBefore] : [after, colourAfter]
    const start = side.at.get(index) ?? 0
    const piece = (from: number, to: number) => coloured(side.text, start + from, start + to, colouring, showInvisible)
    const part = parts.get(index)
    if (part === undefined || part[0] === part[1]) return piece(0, line.text.length)
    return [
      <span key="head">{piece(0, part[0])}</span>,
      <mark key="part" className={styles.part}>
        {piece(part[0], part[1])}
      </mark>,
      <span key="tail">{piece(part[1], line.text.length)}</span>,
    ]
  }

  return (
    <div className={styles.diff} ref={frame} style={{ '--digits': `${digits}ch` }}>
      <DiffNote diff={diff} />
      {rows.length === 0 ? null : (
        <table className={styles.table} aria-label={words.diff.of(showInvisible(diff.path))} data-one-sided={oneSided}>
          <colgroup>
            {diff.change === 'created' ? null : <col className={styles.numberColumn} data-hides={!oneSided} />}
            {diff.change === 'deleted' ? null : <col className={styles.numberColumn} />}
            <col className={styles.signColumn} />
            <col />
          </colgroup>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.kind === 'fold' ? `fold${row.from}` : row.index}
                row={row}
                change={diff.change}
                content={content}
                onUnfold={unfold}
              />
            ))}
          </tbody>
        </table>
      )}
      {diff.omittedLines > 0 ? <p className={styles.note}>{words.diff.more(diff.omittedLines)}</p> : null}
    </div>
  )
})

function Row(props: {
  row: DiffRow
  change: FileDiff['change']
  content: (index: number, line: DiffLine) => ReactNode
  onUnfold: (from: number) => void
}) {
  const { row, change, content, onUnfold } = props
  const oneSided = change === 'created' || change === 'deleted'
  const columns = oneSided ? 3 : 4
  if (row.kind === 'gap') {
    return (
      <tr className={styles.gap}>
        <td colSpan={columns}>{row.text === '' ? '⋯' : row.text}</td>
      </tr>
    )
  }
  if (row.kind === 'fold') {
    return (
      <tr className={styles.gap}>
        <td colSpan={columns}>
          <button type="button" className={styles.unfold} onClick={() => onUnfold(row.from)}>
            <UnfoldVertical size={14} aria-hidden />
            {words.diff.unfold[row.what](row.to - row.from)}
          </button>
        </td>
      </tr>
    )
  }
  const { line, index } = row
  return (
    <tr className={styles.line} data-kind={line.kind}>
      {oneSided && change === 'created' ? null : <td className={styles.number} data-line={line.before ?? ''} />}
      {oneSided && change === 'deleted' ? null : <td className={styles.number} data-line={line.after ?? ''} />}
      <td className={styles.sign} data-sign={SIGNS[line.kind]} aria-label={SAID[line.kind]} />
      <td className={styles.text}>
        <code>{content(index, line)}</code>
      </td>
    </tr>
  )
}

function DiffNote({ diff }: { diff: FileDiff }) {
  const said = noteOf(diff)
  return said === null ? null : <p className={styles.note}>{said}</p>
}

function noteOf({ binary, change, added, removed }: FileDiff): string | null {
  if (binary) return words.diff.binary
  if (change === 'unchanged') return words.diff.unchanged
  if (change === 'created') return added === 0 ? words.diff.createdEmpty : words.diff.created(added)
  return change === 'deleted' ? words.diff.deleted(removed) : null
}

import { memo, useMemo, useState, type ReactNode } from 'react'
import { UnfoldVertical } from 'lucide-react'
import type { DiffLine, FileDiff } from '#contracts/views.ts'
import { coloured, type Colouring } from '../../kit/code/coloured.tsx'
import { languageOfPath } from '../../kit/code/languages.ts'
import { useColouring } from '../../kit/code/use-colouring.ts'
import { useOnScreen } from '../../kit/code/use-on-screen.ts'
import { changedParts, diffRows, sideText, type DiffRow } from './diff-rows.ts'
import { showInvisible } from '../show-invisible.ts'
import styles from './diff.module.css'

const SIGNS = { same: '', add: '+', remove: '−', gap: '' } as const
const SAID = { same: undefined, add: 'added', remove: 'removed', gap: undefined } as const
const NOUNS = { same: 'unchanged', add: 'added', remove: 'removed' } as const

/**
 * What changed in one file, unified: both line numbers, a sign and a wash per line, unchanged stretches
 * folded. `label` false leaves out the sentence about the whole ("New file") where a heading says it.
 */
export const DiffView = memo(function DiffView({ diff, label = true }: { diff: FileDiff; label?: boolean }) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
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
      {label ? <DiffNote diff={diff} /> : null}
      {rows.length === 0 ? null : (
        <table className={styles.table} aria-label={`Changes of ${showInvisible(diff.path)}`} data-one-sided={oneSided}>
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
                onUnfold={(from) => setUnfolded((known) => new Set(known).add(from))}
              />
            ))}
          </tbody>
        </table>
      )}
      {diff.omittedLines > 0 ? (
        <p className={styles.note}>{diff.omittedLines.toLocaleString('en')} more lines are not shown.</p>
      ) : null}
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
            Show {(row.to - row.from).toLocaleString('en')} {NOUNS[row.what]} lines
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
  const lines = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`
  if (diff.binary) return <p className={styles.note}>This file is binary: its change cannot be shown as lines.</p>
  if (diff.change === 'unchanged') return <p className={styles.note}>Nothing changes.</p>
  if (diff.change === 'created')
    return <p className={styles.note}>{diff.added === 0 ? 'New, empty file' : `New file, ${lines(diff.added)}`}</p>
  if (diff.change === 'deleted') return <p className={styles.note}>File removed, {lines(diff.removed)}</p>
  return null
}

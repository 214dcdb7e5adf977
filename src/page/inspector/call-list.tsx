import { CALL_FILTERS, CallFilterState, type CallFilter, type InspectedRow } from '#contracts/inspection.ts'
import { Button } from '../kit/button.tsx'
import field from '../kit/field.module.css'
import { duration } from '../kit/format.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useTranscript } from '../store.ts'
import { callKey } from '../transcript.ts'
import { inspectorWords as words } from './inspector-words.ts'
import { NotReady } from './not-ready.tsx'
import { RovingList } from './roving-list.tsx'
import { StateMark, useStanding } from './state-mark.tsx'
import { useCalls } from './use-calls.ts'
import styles from './inspector.module.css'

interface CallListProps {
  sessionId: string
  filter: CallFilter
  onFilter(filter: CallFilter): void
  open: string | null
  onOpen(callId: string): void
}

/** The calls of a session, newest last, narrowed by words, tool and how they ended. */
export function CallList({ sessionId, filter, onFilter, open, onOpen }: CallListProps) {
  const { answer, older } = useCalls(sessionId, filter)
  const tools = answer.status === 'ready' ? answer.value.tools : []
  const offered = filter.tool === null || tools.includes(filter.tool) ? tools : [filter.tool, ...tools]
  const narrowed = filter.text.trim() !== '' || filter.tool !== null || filter.state !== null
  return (
    <>
      <div className={styles.filter} role="search">
        <input
          type="search"
          className={field.input}
          aria-label={words.calls.search}
          placeholder={words.calls.search}
          maxLength={500}
          value={filter.text}
          onChange={({ target }) => onFilter({ ...filter, text: target.value })}
        />
        <select
          className={field.input}
          aria-label={words.calls.state}
          value={filter.state ?? ''}
          onChange={({ target }) =>
            onFilter({ ...filter, state: CallFilterState.nullable().catch(null).parse(target.value) })
          }
        >
          <option value="">{words.calls.anyState}</option>
          {CALL_FILTERS.map((state) => (
            <option key={state} value={state}>
              {words.calls.states[state]}
            </option>
          ))}
        </select>
        <select
          className={field.input}
          aria-label={words.calls.tool}
          value={filter.tool ?? ''}
          onChange={({ target }) => onFilter({ ...filter, tool: target.value === '' ? null : target.value })}
        >
          <option value="">{words.calls.anyTool}</option>
          {offered.map((tool) => (
            <option key={tool} value={tool}>
              {showInvisible(tool)}
            </option>
          ))}
        </select>
      </div>
      {answer.status !== 'ready' ? (
        <NotReady answer={answer} />
      ) : (
        <>
          {older !== null && (
            <Button small look="quiet" className={styles.older ?? ''} onClick={older}>
              {words.calls.older}
            </Button>
          )}
          {answer.value.rows.length === 0 ? (
            <p className={styles.empty}>{narrowed ? words.calls.noMatch : words.calls.empty}</p>
          ) : (
            <RovingList
              label={words.calls.label}
              items={answer.value.rows}
              keyOf={(row) => row.callId}
              levelOf={(row) => levelOf(row, answer.value.rows)}
              open={open}
              onOpen={onOpen}
            >
              {(row) => <CallRow row={row} sessionId={sessionId} />}
            </RovingList>
          )}
        </>
      )}
    </>
  )
}

/** A call as one line; what has happened since the list was read is shown at once. */
function CallRow({ row, sessionId }: { row: InspectedRow; sessionId: string }) {
  const live = useTranscript(sessionId, callKey(row.callId), (transcript) => transcript.calls.get(row.callId))
  const standing = useStanding(sessionId, row)
  const startedAt = live?.startedAt ?? row.startedAt
  const settledAt = live?.settledAt ?? row.settledAt
  return (
    <>
      <StateMark standing={standing} />
      <span className={styles.words}>{showInvisible(row.words)}</span>
      {standing.result !== '' && (
        // The mark says how it ended already.
        <span className={styles.result} data-state={standing.state} aria-hidden={standing.state !== 'ok' || undefined}>
          {standing.result}
        </span>
      )}
      {startedAt !== null && settledAt !== null ? (
        <span className={styles.figure}>{duration(Math.max(0, settledAt - startedAt))}</span>
      ) : (
        standing.result === '' && (
          <span className={styles.figure} aria-hidden="true">
            {standing.words}
          </span>
        )
      )}
    </>
  )
}

/** How deep a call stands inside others. Three steps are shown; deeper ones look alike. */
function levelOf(row: InspectedRow, rows: readonly InspectedRow[]): number {
  let level = 0
  for (let at: InspectedRow | undefined = row; at !== undefined && at.parentId !== null && level < 3; level += 1) {
    const { parentId }: InspectedRow = at
    at = rows.find(({ callId }) => callId === parentId)
  }
  return level
}

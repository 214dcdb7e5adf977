import type { InspectedRow } from '#contracts/inspection.ts'
import { GLYPHS, type ShownState, shownState, stateOf } from '../kit/call-state.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useTranscript } from '../store.ts'
import { callKey } from '../transcript.ts'
import { words } from '../words.ts'
import styles from './inspector.module.css'

/** Where a call stands, and in words. `result`: what came of it in a few words, '' where that is not known or not yet. */
export interface CallStanding {
  state: ShownState
  words: string
  result: string
}

/** Where an inspected call stands: what has happened since it was read is shown at once. */
export function useStanding(
  sessionId: string,
  row: Pick<InspectedRow, 'callId' | 'status' | 'state' | 'summary' | 'exitCode'>,
): CallStanding {
  const live = useTranscript(sessionId, callKey(row.callId), (transcript) => transcript.calls.get(row.callId))
  const state = live === undefined ? stateOf(row.state, row.status ?? undefined, row.exitCode) : shownState(live)
  const summary = showInvisible(live?.client?.summary ?? row.summary)
  const ended = state === 'ok' || state === 'exited'
  const settled = (live?.state ?? row.state) === 'settled'
  return {
    state,
    words: state === 'exited' && summary !== '' ? words.call.exited(summary) : words.call.states[state],
    result: ended ? summary : settled ? words.call.states[state] : '',
  }
}

/** A call's state as a glyph with its word for those who do not see it; with `said`, the word is there for all. */
export function StateMark({ standing, said = false }: { standing: CallStanding; said?: boolean }) {
  const Glyph = GLYPHS[standing.state]
  return (
    <span className={styles.state} data-state={standing.state}>
      <Glyph size={14} aria-hidden="true" />
      {said ? standing.words : <span className="visually-hidden">{standing.words}: </span>}
    </span>
  )
}

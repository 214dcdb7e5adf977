import type { InspectedRow } from '#contracts/inspection.ts'
import { GLYPHS, type ShownState, shownState } from '../kit/call-state.ts'
import { showInvisible } from '../kit/show-invisible.ts'
import { useTranscript } from '../store.ts'
import { callKey } from '../transcript.ts'
import { words } from '../words.ts'
import styles from './inspector.module.css'

/** Where a call stands, and in words. */
export interface CallStanding {
  state: ShownState
  words: string
}

/**
 * Where an inspected call stands: what has happened since it was read is shown at once. The conversation knows how a
 * command ended, which the row does not say.
 */
export function useStanding(sessionId: string, row: Pick<InspectedRow, 'callId' | 'status' | 'state'>): CallStanding {
  const live = useTranscript(sessionId, callKey(row.callId), (transcript) => transcript.calls.get(row.callId))
  const state = shownState(live ?? { state: row.state, status: row.status ?? undefined })
  const summary = live?.client?.summary ?? ''
  return {
    state,
    words: state === 'exited' && summary !== '' ? words.call.exited(showInvisible(summary)) : words.call.states[state],
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

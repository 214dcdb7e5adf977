import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleSlash from 'lucide-react/icons/circle-slash'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Square from 'lucide-react/icons/square'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { InspectedRow } from '#contracts/inspection.ts'
import type { LucideIcon } from '../kit/icon.ts'
import { words } from '../words.ts'
import styles from './inspector.module.css'

type State = Exclude<keyof typeof words.call.states, 'draft'>

const GLYPHS: Record<State, LucideIcon> = {
  planned: Circle,
  asked: CircleHelp,
  started: LoaderCircle,
  ok: Check,
  failed: X,
  invalid: X,
  unavailable: CircleSlash,
  blocked: Ban,
  denied: Ban,
  cancelled: Square,
  unknown: TriangleAlert,
}

/** How a call ended, or how far it got. */
export function stateOf({ status, state }: Pick<InspectedRow, 'status' | 'state'>): State {
  return status ?? (state === 'settled' ? 'ok' : state)
}

/** A call's state as a glyph with its word for those who do not see it; with `said`, the word is there for all. */
export function StateMark({ state, said = false }: { state: State; said?: boolean }) {
  const Glyph = GLYPHS[state]
  return (
    <span className={styles.state} data-state={state}>
      <Glyph size={14} aria-hidden="true" />
      {said ? words.call.states[state] : <span className="visually-hidden">{words.call.states[state]}: </span>}
    </span>
  )
}

import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Circle from 'lucide-react/icons/circle'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleSlash from 'lucide-react/icons/circle-slash'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Square from 'lucide-react/icons/square'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { CallView, OutcomeStatus } from '#contracts/calls.ts'
import type { LucideIcon } from '../kit/icon.ts'

/** Where a call stands, as the line shows it: how it ended, or how far it got. */
export type ShownState = OutcomeStatus | 'planned' | 'asked' | 'started'

export const GLYPHS: Record<ShownState, LucideIcon> = {
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

export function shownState(call: CallView | undefined): ShownState {
  // A stored message names a call whose record is not there: nobody can say how it ended.
  if (call === undefined) return 'unknown'
  if (call.status !== undefined) return call.status
  return call.state === 'settled' ? 'ok' : call.state
}

/** Milliseconds that a call took, or has taken by `now`; null before it started. */
export function callDuration(call: CallView, now: number): number | null {
  if (call.startedAt === undefined) return null
  return Math.max(0, (call.settledAt ?? now) - call.startedAt)
}

import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Circle from 'lucide-react/icons/circle'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleSlash from 'lucide-react/icons/circle-slash'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Square from 'lucide-react/icons/square'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { CallState, CallView, OutcomeStatus } from '#contracts/calls.ts'
import type { LucideIcon } from './icon.ts'

/**
 * Where a call stands, wherever it is shown: how it ended, or how far it got. `exited`: the command ran, which is `ok`,
 * and ended with an exit code other than 0, which no tick may say.
 */
export type ShownState = OutcomeStatus | 'planned' | 'asked' | 'started' | 'exited'

/** A glyph for each state; `words.call.states` has the word. */
export const GLYPHS: Record<ShownState, LucideIcon> = {
  planned: Circle,
  asked: CircleHelp,
  started: LoaderCircle,
  ok: Check,
  exited: CircleAlert,
  failed: X,
  invalid: X,
  unavailable: CircleSlash,
  blocked: Ban,
  denied: Ban,
  cancelled: Square,
  unknown: TriangleAlert,
}

/** The state of a call. A stored message may name one whose record is not there: nobody can say how that ended. */
export function shownState(call: Pick<CallView, 'state' | 'status' | 'client'> | undefined): ShownState {
  if (call === undefined) return 'unknown'
  const { client } = call
  return stateOf(call.state, call.status, client?.kind === 'shell' ? client.exitCode : undefined)
}

/**
 * The state of a call of which only this is known. `exitCode`: null where a command ended without one, left out where it
 * is no command of a shell.
 */
export function stateOf(state: CallState, status: OutcomeStatus | undefined, exitCode?: number | null): ShownState {
  const ended = status ?? (state === 'settled' ? 'ok' : state)
  return ended === 'ok' && exitCode !== undefined && exitCode !== 0 ? 'exited' : ended
}

/** Milliseconds that a call took, or has taken by `now`; null before it started. */
export function callDuration(call: CallView, now: number): number | null {
  if (call.startedAt === undefined) return null
  return Math.max(0, (call.settledAt ?? now) - call.startedAt)
}

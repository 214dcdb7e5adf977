import type { Heard } from './read-history.ts'
import type { CallResult, Script, ScriptedCall, Step } from './script.ts'

/** What the model does next. */
export type Next =
  | { readonly kind: 'step'; readonly step: Step; readonly again: 'stopped' | 'unknown' | null }
  /** Something was said that no script answers; `where` is what stands behind it. */
  | { readonly kind: 'aside'; readonly where: 'before' | 'middle' | 'after' }
  /** The session's past is not what this script makes: it is of another version. */
  | { readonly kind: 'lost' }

const GO_ON = /^(?:please )?(?:go on|continue|carry on|proceed|resume|start|yes|yes,? please|ok|okay)[.!]?$/i

/** Whether a message asks a demo to go on (or to begin, where it has not). */
export function asksToGoOn(text: string): boolean {
  return GO_ON.test(text)
}

/**
 * Plays a script against what has happened and says what comes next. Nothing is remembered between
 * requests: the same messages always lead to the same step, so a reload or a stop loses nothing. A step
 * that was stopped before its calls were settled is made again, without the calls that went well.
 */
export function replay(script: Script, opening: string, heard: readonly Heard[]): Next {
  const run = script()
  let turn = run.next([])
  let settled: (CallResult | null)[] = []
  let begun = false
  let finished = false
  let listening = false
  let again: 'stopped' | 'unknown' | null = null

  const meantToBeCut = (): boolean => turn.done !== true && turn.value.cutAfter !== undefined
  const callsOf = (): readonly ScriptedCall[] => (turn.done === true ? [] : (turn.value.calls ?? []))
  const advance = (results: readonly CallResult[]) => {
    turn = run.next(results)
    settled = callsOf().map(() => null)
    again = null
  }
  settled = callsOf().map(() => null)

  for (const entry of heard) {
    if (entry.kind === 'note') {
      // A stop in the middle of the last words: they are said again.
      if (finished && listening) finished = false
      continue
    }
    if (entry.kind === 'person') {
      listening = entry.text === opening || asksToGoOn(entry.text)
      continue
    }
    if (!listening) continue
    begun = true
    const calls = callsOf()
    if (turn.done === true || finished) continue
    if (calls.length === 0) {
      finished = true
      continue
    }
    if (!fill(calls, settled, entry.results)) return { kind: 'lost' }
    const left = settled.filter((result) => result === null || !isSettled(result, meantToBeCut()))
    if (left.length === 0) advance(settled.filter((result) => result !== null))
    else {
      again = left.some((result) => result?.status === 'unknown') ? 'unknown' : 'stopped'
      settled = settled.map((result) => (result !== null && !left.includes(result) ? result : null))
    }
  }

  if (!listening)
    return { kind: 'aside', where: finished || turn.done === true ? 'after' : begun ? 'middle' : 'before' }
  if (turn.done === true || finished) return { kind: 'aside', where: 'after' }
  const { calls = [], ...words } = turn.value
  const open = calls.filter((_, index) => settled[index] === null)
  return { kind: 'step', step: calls.length === 0 ? words : { ...words, calls: open }, again }
}

/** Puts results to the calls that still lack one, in order. False where they cannot be of these calls. */
function fill(calls: readonly ScriptedCall[], settled: (CallResult | null)[], results: readonly CallResult[]): boolean {
  let from = 0
  for (const result of results) {
    const at = calls.findIndex((made, index) => index >= from && settled[index] === null && made.name === result.name)
    if (at < 0) return false
    settled[at] = result
    from = at + 1
  }
  return true
}

/** Whether a result is one to go on from. Calls that were stopped, or lost with a stopped answer, are not. */
function isSettled(result: CallResult, meantToBeCut: boolean): boolean {
  if (result.status === 'cancelled' || result.status === 'unknown') return false
  // The output limit is the only cut that a script makes itself.
  return result.kind !== 'cut-arguments' || (meantToBeCut && result.text.includes('output limit'))
}

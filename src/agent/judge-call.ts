import type { Failure } from '#contracts/failure.ts'
import type { JsonObject, JsonValue } from '#contracts/json.ts'
import { MODEL_STEP_MAX_CALLS } from '#contracts/limits.ts'
import { canonicalJson } from './canonical-json.ts'
import type { StreamVerdict } from './judge-stream.ts'
import { readArguments } from './read-arguments.ts'

/** What an assembler saw of one call. */
export interface SeenCall {
  /** Among the calls of the step, from 0, in the order in which they began. */
  readonly position: number
  readonly name: string
  providerId: string | null
  /** The argument pieces, joined. */
  deltas: string
  /** The tool takes free text; its pieces are not JSON. */
  textInput: boolean
  /** The finished call as the library says it; null where it never did. */
  said: { name: string; input: string; ranAtProvider: boolean } | null
  echo: JsonValue | undefined
}

/** Null if the call may be executed; otherwise why not, as the failure that is recorded for it. */
export function judgeCall(seen: SeenCall, verdict: StreamVerdict, roomLeft: boolean): Failure | null {
  if (!verdict.callsStand) {
    return refusal(
      'cut-arguments',
      `The call was not run, because ${verdict.because}. Make it again if it is still needed.`,
    )
  }
  const { said } = seen
  if (said === null)
    return refusal('cut-arguments', 'The call was not run, because it was never completed. Make it again.')
  if (said.ranAtProvider) {
    return refusal('unsupported', 'The call was not run here, because the provider says that it ran it itself.')
  }
  if (!roomLeft) {
    const most = `A step may hold ${MODEL_STEP_MAX_CALLS} calls, so this one was not run. Make it in the next step.`
    return refusal('too-large', most)
  }
  if (said.name !== seen.name) {
    return refusal(
      'malformed-arguments',
      'The call was not run, because its tool changed while it was sent. Make it again.',
    )
  }
  const input = readArguments(said.input)
  if (input === null) {
    return refusal(
      'malformed-arguments',
      'The call was not run, because its arguments are not a JSON object. Make it again.',
    )
  }
  // A library that mends arguments shows here: what it joined is not what the provider sent.
  const checked = !seen.textInput && (verdict.chat || seen.deltas !== '')
  if (checked && seen.deltas !== said.input && !sameObject(seen.deltas, input)) {
    return refusal('malformed-arguments', 'The call was not run, because its arguments do not add up. Make it again.')
  }
  return null
}

function sameObject(text: string, input: JsonObject): boolean {
  const joined = readArguments(text)
  try {
    return joined !== null && canonicalJson(joined) === canonicalJson(input)
  } catch {
    return false
  }
}

function refusal(kind: Failure['kind'], message: string): Failure {
  return { stage: 'parameters', kind, message, retryable: false }
}

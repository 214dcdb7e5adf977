import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Hexadecimal digits of the hash that an id carries: 128 bits. */
const HASH_DIGITS = 32

/**
 * The id of a call, ours, used everywhere (spec PV3): the same inputs give the same id, in any thread and
 * after any reload. `step` and `position` stand in the id in clear text, so two calls of one turn can never
 * share one; the hash mixes in session and turn, so the same call in a later turn differs. Matches `WIRE_NAME`.
 */
export function stableToolCallId(call: {
  sessionId: string
  turnId: string
  step: number
  position: number
  name: string
  rawArguments: string
}): string {
  // JSON keeps the fields apart: ('a', 'bc') and ('ab', 'c') must not hash alike.
  const text = JSON.stringify([call.sessionId, call.turnId, call.step, call.position, call.name, call.rawArguments])
  const hash = bytesToHex(sha256(new TextEncoder().encode(text))).slice(0, HASH_DIGITS)
  return `call_${call.step}_${call.position}_${hash}`
}

import type { Clock } from '#contracts/ports/clock.ts'
import type { ModelDelta, ModelRequest } from '#contracts/ports/model.ts'
import type { Step } from './script.ts'
import { estimateUsage } from './usage.ts'

/** Milliseconds before the first word: long enough to see that something is being thought about. */
const FIRST_WORD_MS = 800
const BETWEEN_BLOCKS_MS = 200
/** A word of text takes this long, and up to PACE_SPREAD_MS more. */
const WORD_MS = 26
const THOUGHT_MS = 18
const PACE_SPREAD_MS = 16
/** Arguments come in pieces of this many characters. */
const PIECE_CHARS = 64
const PIECE_MS = 18

/** Where a step is said. */
export interface Stage {
  readonly request: ModelRequest
  readonly clock: Clock
}

/**
 * Streams one step in the order in which providers do: thoughts, text, calls, finish. Words come at a pace
 * for reading, through the clock alone. Rejects with the signal's reason as soon as it aborts.
 */
export async function* speak(
  step: Step,
  { request, clock }: Stage,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, void, undefined> {
  const said = { reasoning: 0, other: 0 }
  let index = 0

  async function* words(type: 'text' | 'reasoning', text: string): AsyncGenerator<ModelDelta, void, undefined> {
    for (const [count, word] of (text.match(/\S+\s*|\s+/gu) ?? []).entries()) {
      // A pace that is a little uneven, and the same each time.
      const spread = (count * 7) % PACE_SPREAD_MS
      await clock.wait((type === 'text' ? WORD_MS : THOUGHT_MS) + spread, signal)
      said[type === 'text' ? 'other' : 'reasoning'] += word.length
      yield { type, index, text: word }
    }
    yield { type: type === 'text' ? 'text-end' : 'reasoning-end', index }
    index += 1
    await clock.wait(BETWEEN_BLOCKS_MS, signal)
  }

  await clock.wait(FIRST_WORD_MS, signal)
  if (step.think !== undefined) yield* words('reasoning', step.think)
  if (step.text !== undefined) yield* words('text', step.text)
  const calls = step.calls ?? []
  for (const [position, { name, arguments: args }] of calls.entries()) {
    // Unique within the session: no two requests of it have as many messages.
    const providerId = `scripted-${request.messages.length}-${position}`
    const input = JSON.stringify(args)
    const cut = position === calls.length - 1 ? step.cutAfter : undefined
    const sent = input.slice(0, cut)
    yield { type: 'call-start', index, name, providerId, textInput: false }
    for (let at = 0; at < sent.length; at += PIECE_CHARS) {
      await clock.wait(PIECE_MS, signal)
      yield { type: 'call-delta', index, text: sent.slice(at, at + PIECE_CHARS) }
    }
    said.other += sent.length
    // A provider that reaches its limit inside a call never ends the call.
    if (cut === undefined) yield { type: 'call', index, name, providerId, input, ranAtProvider: false }
    index += 1
  }
  const unified = step.cutAfter !== undefined ? 'length' : calls.length > 0 ? 'tool-calls' : 'stop'
  yield { type: 'finish', unified, raw: `scripted:${unified}`, usage: estimateUsage(request, said) }
}

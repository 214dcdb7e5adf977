import type { FinalizedCall, RefusedCall } from '#contracts/calls.ts'
import type { Failure } from '#contracts/failure.ts'
import type { JsonValue } from '#contracts/json.ts'
import { MODEL_STEP_MAX_CALLS, MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'
import type { EchoScope, Part } from '#contracts/messages.ts'
import { NO_USAGE, type Usage } from '#contracts/models.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { wellFormed } from '#contracts/well-formed.ts'
import { judgeCall, type SeenCall } from './judge-call.ts'
import { judgeStream, type SeenStream } from './judge-stream.ts'
import { stableToolCallId } from './stable-tool-call-id.ts'

/** What one step of a model came to. */
export interface Assembled {
  /** Text, reasoning and calls in the order they came. Every call has its part, whether it is finalized or refused. */
  readonly parts: Part[]
  /** The calls that may be planned; nothing else that a stream says ever runs (spec PV2). */
  readonly finalized: FinalizedCall[]
  /** Cut, malformed, or out of a stream that did not end cleanly: to be recorded as failed. */
  readonly refused: RefusedCall[]
  /** The unified finish; `interrupted` where the stream broke off without one, `error` or `aborted` after an error. */
  readonly finish: string
  readonly usage: Usage
  readonly echoScope: EchoScope | null
  /** Why the step did not end well. A length limit is not a failure; it shows in `finish`. */
  readonly failure?: Failure
  /** Something of the answer came: a retry would say it twice. */
  readonly outputReached: boolean
}

/** Collects the deltas of one step. */
export interface Assembler {
  push(delta: ModelDelta): void
  /** What stands now, for a draft: text and reasoning only. A surrogate pair that is still being split is held back. */
  parts(): Part[]
  /** The verdict; call it when the stream has ended, however it ended. May be called again. */
  end(): Assembled
}

type Block =
  { kind: 'text' | 'reasoning'; text: string; echo: JsonValue | undefined } | { kind: 'call'; call: SeenCall }

/** Refused calls that are kept as records; a stream with more than this is broken, not busy. */
const MAX_RECORDED_CALLS = 4 * MODEL_STEP_MAX_CALLS

/**
 * Turns a provider's stream into finalized calls (design, section 10). Pure: it holds every call until the
 * end and decides then, closed: what is not certainly complete is refused, and nothing is repaired.
 */
export function createAssembler(place: { sessionId: string; turnId: string; step: number }): Assembler {
  const blocks = new Map<number, Block>()
  const stream: SeenStream = { finishes: 0, finish: null, failure: null, fault: null, chars: 0 }
  let usage: Usage = NO_USAGE
  let echoScope: EchoScope | null = null
  let calls = 0

  function fault(what: string): void {
    stream.fault ??= what
  }

  /** False where the bound is reached: what comes after is dropped, so that an endless stream stays small. */
  function count(text: string): boolean {
    stream.chars += text.length
    if (stream.chars <= MODEL_STEP_MAX_CHARS) return true
    fault(`it is longer than ${MODEL_STEP_MAX_CHARS} characters`)
    return false
  }

  function prose(index: number, kind: 'text' | 'reasoning'): Extract<Block, { kind: 'text' | 'reasoning' }> | null {
    const block = blocks.get(index)
    if (block === undefined) {
      const fresh = { kind, text: '', echo: undefined }
      blocks.set(index, fresh)
      return fresh
    }
    if (block.kind === kind) return block
    fault('it used one number for two blocks')
    return null
  }

  function call(index: number, name: string, providerId: string | null): SeenCall | null {
    const block = blocks.get(index)
    if (block?.kind === 'call') return block.call
    if (block !== undefined) {
      fault('it used one number for two blocks')
      return null
    }
    if (calls >= MAX_RECORDED_CALLS) {
      fault(`it holds more than ${MAX_RECORDED_CALLS} calls`)
      return null
    }
    const fresh: SeenCall = {
      position: calls,
      name,
      providerId,
      deltas: '',
      textInput: false,
      said: null,
      echo: undefined,
    }
    calls += 1
    blocks.set(index, { kind: 'call', call: fresh })
    return fresh
  }

  function push(delta: ModelDelta): void {
    // After the finish only a late echo may follow; anything else means that two streams were joined.
    if (stream.finishes > 0 && delta.type !== 'error' && delta.type !== 'text-end' && delta.type !== 'reasoning-end') {
      fault('it went on after its end')
    }
    switch (delta.type) {
      case 'start':
        if (echoScope !== null) fault('it began twice')
        echoScope ??= delta.echoScope
        return
      case 'text':
      case 'reasoning': {
        const block = prose(delta.index, delta.type)
        if (block !== null && count(delta.text)) block.text += delta.text
        return
      }
      case 'text-end':
      case 'reasoning-end': {
        const block = prose(delta.index, delta.type === 'text-end' ? 'text' : 'reasoning')
        if (block !== null && delta.echo !== undefined) block.echo = delta.echo
        return
      }
      case 'call-start': {
        if (blocks.has(delta.index)) fault('it began one call twice')
        const seen = call(delta.index, delta.name, delta.providerId)
        if (seen !== null) seen.textInput = delta.textInput
        return
      }
      case 'call-delta': {
        const block = blocks.get(delta.index)
        if (block?.kind !== 'call') fault('it sent arguments for a call that it had not begun')
        else if (block.call.said !== null) fault('it sent arguments for a call that it had ended')
        else if (count(delta.text)) block.call.deltas += delta.text
        return
      }
      case 'call': {
        const seen = call(delta.index, delta.name, delta.providerId)
        if (seen === null || !count(delta.input)) return
        if (seen.said !== null) return fault('it ended one call twice')
        seen.said = { name: delta.name, input: delta.input, ranAtProvider: delta.ranAtProvider }
        seen.providerId = delta.providerId
        seen.echo = delta.echo
        return
      }
      case 'finish':
        stream.finishes += 1
        stream.finish ??= { unified: delta.unified, raw: delta.raw }
        if (stream.finishes === 1) usage = delta.usage
        return
      case 'error':
        stream.failure ??= delta.failure
    }
  }

  function proseParts(draft: boolean): { index: number; part: Part }[] {
    const found: { index: number; part: Part }[] = []
    for (const [index, block] of blocks) {
      if (block.kind === 'call') continue
      const whole = draft ? block.text.replace(/[\uD800-\uDBFF]$/, '') : block.text
      if (whole === '' && block.echo === undefined) continue
      const echo = block.echo === undefined ? {} : { echo: block.echo }
      found.push({ index, part: { type: block.kind, text: wellFormed(whole), ...echo } })
    }
    return found
  }

  function end(): Assembled {
    const verdict = judgeStream(stream, echoScope?.dialect ?? null)
    const parts = new Map(proseParts(false).map(({ index, part }) => [index, part]))
    const ordered: Part[] = []
    const finalized: FinalizedCall[] = []
    const refused: RefusedCall[] = []
    for (const [index, block] of blocks) {
      if (block.kind !== 'call') {
        const part = parts.get(index)
        if (part !== undefined) ordered.push(part)
        continue
      }
      const seen = block.call
      const rawArguments = seen.said?.input ?? seen.deltas
      const name = wellFormed(seen.said?.name ?? seen.name)
      const id = stableToolCallId({ ...place, position: seen.position, name, rawArguments })
      const record: FinalizedCall = {
        id,
        providerId: seen.providerId,
        name,
        rawArguments,
        position: seen.position,
        source: 'provider',
        ...(seen.echo === undefined ? {} : { echo: seen.echo }),
      }
      const failure = judgeCall(seen, verdict, finalized.length < MODEL_STEP_MAX_CALLS)
      if (failure === null) finalized.push(record)
      else refused.push({ ...record, failure })
      ordered.push({ type: 'call', callId: id })
    }
    return {
      parts: ordered,
      finalized,
      refused,
      finish: verdict.finish,
      usage,
      echoScope,
      ...(verdict.failure === null ? {} : { failure: verdict.failure }),
      outputReached: calls > 0 || [...parts.values()].some((part) => 'text' in part && part.text.trim() !== ''),
    }
  }

  return { push, parts: () => proseParts(true).map(({ part }) => part), end }
}

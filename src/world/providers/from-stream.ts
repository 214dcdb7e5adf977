import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { JsonObject } from '#contracts/json.ts'
import type { ModelDelta } from '#contracts/ports/model.ts'
import { mergeEcho } from './echo.ts'
import type { JoinWatch } from './one-answer.ts'
import { toUsage, type Pricing } from './usage.ts'

/** A block of the answer under way: its number among ours and what is to be echoed with it. */
interface OpenBlock {
  readonly index: number
  echo: JsonObject | undefined
}

/** What a dialect adds to the common conversion. */
export interface FromStreamOptions {
  readonly pricing: Pricing
  /** The provider states its cost in US dollars. */
  readonly statesCost?: boolean
  /** Turns what an `error` part holds into a failure. */
  readonly explain: (error: unknown) => Promise<Extract<ModelDelta, { type: 'error' }>['failure']>
  /** Where the stream holds a second answer, it ends with what `explain` makes of `joined.error`. */
  readonly joined: { readonly watch: JoinWatch; readonly error: Error }
  /** An echo that is only known at the end and belongs to the answer as a whole (OpenRouter's reasoning details). */
  readonly lateEcho?: (finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }>) => JsonObject | undefined
}

/**
 * The library's stream as deltas of ours. Blocks get a number of ours when they begin, because libraries
 * use one id for several blocks in a row, and providers one call id for two calls.
 */
export async function* fromStream(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  { pricing, statesCost, explain, joined, lateEcho }: FromStreamOptions,
): AsyncGenerator<ModelDelta, void, undefined> {
  const open = {
    text: new Map<string, OpenBlock>(),
    reasoning: new Map<string, OpenBlock>(),
    call: new Map<string, OpenBlock>(),
  }
  let next = 0
  const first: { reasoning: OpenBlock | null } = { reasoning: null }

  function begin(kind: keyof typeof open, id: string): OpenBlock {
    const block: OpenBlock = { index: next, echo: undefined }
    next += 1
    open[kind].set(id, block)
    if (kind === 'reasoning') first.reasoning ??= block
    return block
  }
  const standing = (kind: keyof typeof open, id: string) => open[kind].get(id) ?? begin(kind, id)

  for await (const part of parts) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const kind = part.type === 'text-start' ? 'text' : 'reasoning'
        const block = begin(kind, part.id)
        block.echo = mergeEcho(block.echo, part.providerMetadata)
        break
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const kind = part.type === 'text-delta' ? 'text' : 'reasoning'
        const block = standing(kind, part.id)
        block.echo = mergeEcho(block.echo, part.providerMetadata)
        if (part.delta !== '') yield { type: kind, index: block.index, text: part.delta }
        break
      }
      case 'text-end':
      case 'reasoning-end': {
        const kind = part.type === 'text-end' ? 'text' : 'reasoning'
        const block = standing(kind, part.id)
        block.echo = mergeEcho(block.echo, part.providerMetadata)
        open[kind].delete(part.id)
        yield { type: part.type, index: block.index, ...withEcho(block.echo) }
        break
      }
      case 'tool-input-start': {
        const block = begin('call', part.id)
        block.echo = mergeEcho(block.echo, part.providerMetadata)
        const textInput = part.inputEncoding === 'text'
        yield { type: 'call-start', index: block.index, name: part.toolName, providerId: part.id, textInput }
        break
      }
      case 'tool-input-delta': {
        const block = open.call.get(part.id)
        if (block !== undefined) yield { type: 'call-delta', index: block.index, text: part.delta }
        break
      }
      case 'tool-call': {
        const block = standing('call', part.toolCallId)
        block.echo = mergeEcho(block.echo, part.providerMetadata)
        open.call.delete(part.toolCallId)
        yield {
          type: 'call',
          index: block.index,
          name: part.toolName,
          providerId: part.toolCallId,
          input: part.input,
          ...withEcho(block.echo),
          ranAtProvider: part.providerExecuted === true,
        }
        break
      }
      case 'finish': {
        const late = lateEcho?.(part)
        if (late !== undefined) {
          const block = first.reasoning ?? begin('reasoning', 'late')
          yield { type: 'reasoning-end', index: block.index, echo: { ...block.echo, ...late } }
        }
        const { unified, raw } = part.finishReason
        yield { type: 'finish', unified, raw, usage: toUsage(part.usage, pricing, statesCost) }
        break
      }
      case 'raw':
        if (!joined.watch(part.rawValue)) break
        yield { type: 'error', failure: await explain(joined.error) }
        return
      case 'error':
        yield { type: 'error', failure: await explain(part.error) }
        break
      default:
        // Sources, files and results of provider tools: nothing that we ask for.
        break
    }
  }
}

function withEcho(echo: JsonObject | undefined): { echo?: JsonObject } {
  return echo === undefined ? {} : { echo }
}

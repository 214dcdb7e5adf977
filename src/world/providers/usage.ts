import type { LanguageModelV4Usage } from '@ai-sdk/provider'
import type { ModelInfo, Usage } from '#contracts/models.ts'

/** Prices of long prompts differ; a cost is only computed where the table's price holds. */
export interface Pricing {
  readonly price: ModelInfo['price']
  /** The price holds up to this many input tokens; null for any. */
  readonly upToInputTokens: number | null
}

/**
 * Tokens and cost of one request. A cost that the provider itself states wins over one computed from the table; null
 * where neither is known. `statesCost`: its `usage.cost` is known to be US dollars, which only OpenRouter promises.
 */
export function toUsage(said: LanguageModelV4Usage, pricing: Pricing, statesCost = false): Usage {
  const cacheRead = count(said.inputTokens.cacheRead)
  const cacheWrite = count(said.inputTokens.cacheWrite)
  // Some servers leave the total out; the parts are then all there is.
  const input = Math.max(count(said.inputTokens.total), count(said.inputTokens.noCache) + cacheRead + cacheWrite)
  const output = count(said.outputTokens.total)
  const tokens = { input, cacheRead, cacheWrite, output, reasoning: count(said.outputTokens.reasoning) }
  return { ...tokens, cost: (statesCost ? statedCost(said) : null) ?? computedCost(tokens, pricing) }
}

function count(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value) : 0
}

function statedCost(said: LanguageModelV4Usage): number | null {
  const cost = said.raw?.['cost']
  return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : null
}

function computedCost(tokens: Omit<Usage, 'cost'>, { price, upToInputTokens }: Pricing): number | null {
  if (price === null || (upToInputTokens !== null && tokens.input > upToInputTokens)) return null
  if (tokens.input === 0 && tokens.output === 0) return null
  const fresh = Math.max(0, tokens.input - tokens.cacheRead - tokens.cacheWrite)
  const millionths =
    fresh * price.input +
    tokens.cacheRead * price.cacheRead +
    tokens.cacheWrite * price.cacheWrite +
    tokens.output * price.output
  return millionths / 1_000_000
}

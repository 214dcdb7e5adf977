import type { ModelInfo } from '#contracts/models.ts'
import type { Pricing } from './usage.ts'

/**
 * What is known of a model without asking anyone. Figures are the vendors' published ones, read in November
 * 2026, in US dollars per million tokens; a figure that is not certain is null and shows as unknown.
 */
interface KnownModel {
  readonly label: string
  readonly context: number | null
  readonly output: number | null
  /** input, output, cache read, cache write. */
  readonly price: readonly [number, number, number, number] | null
  /** The price holds up to this many input tokens; longer prompts cost more. Null for any length. */
  readonly upTo: number | null
}

type Row = readonly [string, KnownModel]

/** All models in these tables read images. */
function row(
  id: string,
  label: string,
  [context, output]: [number, number],
  price: KnownModel['price'],
  upTo: number | null = null,
): Row {
  return [id, { label, context, output, price, upTo }]
}

/** Anthropic, docs "Models" and "Pricing"; cache writes are those of the five-minute cache. */
const ANTHROPIC: readonly Row[] = [
  row('claude-opus-5-5', 'Claude Opus 5.5', [1_000_000, 128_000], [4, 20, 0.2, 5]),
  row('claude-opus-5', 'Claude Opus 5', [1_000_000, 128_000], [5, 25, 0.5, 6.25]),
  row('claude-sonnet-5-5', 'Claude Sonnet 5.5', [1_000_000, 128_000], [2, 10, 0.1, 2.5]),
  row('claude-sonnet-5', 'Claude Sonnet 5', [1_000_000, 128_000], [2, 10, 0.2, 2.5]),
  row('claude-haiku-5-5', 'Claude Haiku 5.5', [1_000_000, 128_000], [0.1, 0.5, 0.01, 0.125], 100_000),
  row('claude-fable-5-2', 'Claude Fable 5.2', [1_000_000, 128_000], null),
  row('claude-fable-5-1', 'Claude Fable 5.1', [1_000_000, 128_000], null),
  row('claude-fable-5', 'Claude Fable 5', [1_000_000, 128_000], null),
  row('claude-opus-4-6', 'Claude Opus 4.6', [200_000, 128_000], [5, 25, 0.5, 6.25], 200_000),
  row('claude-sonnet-4-6', 'Claude Sonnet 4.6', [200_000, 64_000], [3, 15, 0.3, 3.75], 200_000),
  row('claude-opus-4-5', 'Claude Opus 4.5', [200_000, 64_000], [5, 25, 0.5, 6.25]),
  row('claude-sonnet-4-5', 'Claude Sonnet 4.5', [200_000, 64_000], [3, 15, 0.3, 3.75], 200_000),
  row('claude-haiku-4-5', 'Claude Haiku 4.5', [200_000, 64_000], [1, 5, 0.1, 1.25]),
  row('claude-opus-4-1', 'Claude Opus 4.1', [200_000, 32_000], [15, 75, 1.5, 18.75]),
  row('claude-opus-4', 'Claude Opus 4', [200_000, 32_000], [15, 75, 1.5, 18.75]),
  row('claude-sonnet-4', 'Claude Sonnet 4', [200_000, 64_000], [3, 15, 0.3, 3.75], 200_000),
  row('claude-3-haiku', 'Claude Haiku 3', [200_000, 4_096], [0.25, 1.25, 0.03, 0.3]),
]

/** OpenAI, docs "Models" and "Pricing"; writing the cache costs as much as reading input. */
const OPENAI: readonly Row[] = [
  row('gpt-5.4', 'GPT-5.4', [1_000_000, 128_000], [2.5, 15, 0.25, 2.5], 272_000),
  row('gpt-5.4-mini', 'GPT-5.4 mini', [400_000, 128_000], [0.75, 4.5, 0.075, 0.75]),
  row('gpt-5.2', 'GPT-5.2', [400_000, 128_000], [1.75, 14, 0.175, 1.75]),
  row('gpt-5.1', 'GPT-5.1', [400_000, 128_000], [1.25, 10, 0.125, 1.25]),
  row('gpt-5', 'GPT-5', [400_000, 128_000], [1.25, 10, 0.125, 1.25]),
  row('gpt-5-mini', 'GPT-5 mini', [400_000, 128_000], [0.25, 2, 0.025, 0.25]),
  row('gpt-5-nano', 'GPT-5 nano', [400_000, 128_000], [0.05, 0.4, 0.005, 0.05]),
  row('gpt-4.1', 'GPT-4.1', [1_047_576, 32_768], [2, 8, 0.5, 2]),
  row('gpt-4.1-mini', 'GPT-4.1 mini', [1_047_576, 32_768], [0.4, 1.6, 0.1, 0.4]),
  row('gpt-4.1-nano', 'GPT-4.1 nano', [1_047_576, 32_768], [0.1, 0.4, 0.025, 0.1]),
  row('gpt-4o', 'GPT-4o', [128_000, 16_384], [2.5, 10, 1.25, 2.5]),
  row('gpt-4o-mini', 'GPT-4o mini', [128_000, 16_384], [0.15, 0.6, 0.075, 0.15]),
  row('o3', 'o3', [200_000, 100_000], [2, 8, 0.5, 2]),
  row('o4-mini', 'o4-mini', [200_000, 100_000], [1.1, 4.4, 0.275, 1.1]),
]

/** Google, docs "Gemini models" and "Gemini API pricing" (paid tier, text and images). */
const GOOGLE: readonly Row[] = [
  row('gemini-3-pro-preview', 'Gemini 3 Pro (preview)', [1_048_576, 65_536], [2, 12, 0.2, 2], 200_000),
  row('gemini-2.5-pro', 'Gemini 2.5 Pro', [1_048_576, 65_536], [1.25, 10, 0.125, 1.25], 200_000),
  row('gemini-2.5-flash', 'Gemini 2.5 Flash', [1_048_576, 65_536], [0.3, 2.5, 0.03, 0.3]),
  row('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', [1_048_576, 65_536], [0.1, 0.4, 0.01, 0.1]),
]

const TABLES: ReadonlyMap<string, ReadonlyMap<string, KnownModel>> = new Map([
  ['anthropic', new Map(ANTHROPIC)],
  ['openai-responses', new Map(OPENAI)],
  ['openai-chat', new Map(OPENAI)],
  ['google', new Map(GOOGLE)],
])

/** The row of a model. A dated id (`-20250929`, `-2025-08-07`) or `-latest` is its undated model; nothing else is guessed. */
function find(dialect: string, modelId: string): KnownModel | undefined {
  const table = TABLES.get(dialect)
  return table?.get(modelId) ?? table?.get(modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest|0)$/, ''))
}

/** What the table says of a model; null for an id that is not in it. */
export function knownModel(dialect: string, modelId: string): ModelInfo | null {
  const found = find(dialect, modelId)
  if (found === undefined) return null
  const [input, output, cacheRead, cacheWrite] = found.price ?? []
  const known = input !== undefined && output !== undefined && cacheRead !== undefined && cacheWrite !== undefined
  return {
    id: modelId,
    label: found.label,
    contextTokens: found.context,
    maxOutputTokens: found.output,
    readsImages: true,
    price: known ? { input, output, cacheRead, cacheWrite } : null,
  }
}

/** The price of a model and how far it holds. */
export function pricingOf(dialect: string, modelId: string): Pricing {
  return { price: knownModel(dialect, modelId)?.price ?? null, upToInputTokens: find(dialect, modelId)?.upTo ?? null }
}

/** A listed model with what the table knows put where the provider says nothing. */
export function fillIn(dialect: string, listed: Partial<ModelInfo> & { id: string }): ModelInfo {
  const known = knownModel(dialect, listed.id)
  return {
    id: listed.id,
    label: listed.label ?? known?.label ?? listed.id,
    contextTokens: listed.contextTokens ?? known?.contextTokens ?? null,
    maxOutputTokens: listed.maxOutputTokens ?? known?.maxOutputTokens ?? null,
    readsImages: listed.readsImages ?? known?.readsImages ?? null,
    price: listed.price ?? known?.price ?? null,
  }
}

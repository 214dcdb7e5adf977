import type { ModelInfo } from '#contracts/models.ts'
import type { Pricing } from './usage.ts'

/**
 * What is known of a model without asking anyone. Figures are the vendors' published ones as of November
 * 2026 at the latest, in US dollars per million tokens; what is not certain is null and shows as unknown.
 */
interface KnownModel {
  readonly label: string
  readonly context: number | null
  readonly output: number | null
  readonly images: boolean | null
  /** input, output, cache read, cache write. */
  readonly price: readonly [number, number, number, number] | null
  /** The price holds up to this many input tokens; longer prompts cost more. */
  readonly upTo?: number
}

/** Anthropic, docs "Models overview" and "Pricing"; cache writes are those of the five-minute cache. */
const ANTHROPIC: readonly (readonly [string, KnownModel])[] = [
  [
    'claude-opus-4-6',
    {
      label: 'Claude Opus 4.6',
      context: 200_000,
      output: 128_000,
      images: true,
      price: [5, 25, 0.5, 6.25],
      upTo: 200_000,
    },
  ],
  [
    'claude-sonnet-4-6',
    {
      label: 'Claude Sonnet 4.6',
      context: 200_000,
      output: 64_000,
      images: true,
      price: [3, 15, 0.3, 3.75],
      upTo: 200_000,
    },
  ],
  [
    'claude-opus-4-5',
    { label: 'Claude Opus 4.5', context: 200_000, output: 64_000, images: true, price: [5, 25, 0.5, 6.25] },
  ],
  [
    'claude-sonnet-4-5',
    {
      label: 'Claude Sonnet 4.5',
      context: 200_000,
      output: 64_000,
      images: true,
      price: [3, 15, 0.3, 3.75],
      upTo: 200_000,
    },
  ],
  [
    'claude-haiku-4-5',
    { label: 'Claude Haiku 4.5', context: 200_000, output: 64_000, images: true, price: [1, 5, 0.1, 1.25] },
  ],
  [
    'claude-opus-4-1',
    { label: 'Claude Opus 4.1', context: 200_000, output: 32_000, images: true, price: [15, 75, 1.5, 18.75] },
  ],
  [
    'claude-opus-4',
    { label: 'Claude Opus 4', context: 200_000, output: 32_000, images: true, price: [15, 75, 1.5, 18.75] },
  ],
  [
    'claude-sonnet-4',
    {
      label: 'Claude Sonnet 4',
      context: 200_000,
      output: 64_000,
      images: true,
      price: [3, 15, 0.3, 3.75],
      upTo: 200_000,
    },
  ],
  [
    'claude-3-5-haiku',
    { label: 'Claude Haiku 3.5', context: 200_000, output: 8_192, images: null, price: [0.8, 4, 0.08, 1] },
  ],
  [
    'claude-3-haiku',
    { label: 'Claude Haiku 3', context: 200_000, output: 4_096, images: true, price: [0.25, 1.25, 0.03, 0.3] },
  ],
]

/** OpenAI, docs "Models" and "Pricing"; writing the cache costs as much as reading input. */
const OPENAI: readonly (readonly [string, KnownModel])[] = [
  ['gpt-5.2', { label: 'GPT-5.2', context: 400_000, output: 128_000, images: true, price: [1.75, 14, 0.175, 1.75] }],
  ['gpt-5.1', { label: 'GPT-5.1', context: 400_000, output: 128_000, images: true, price: [1.25, 10, 0.125, 1.25] }],
  ['gpt-5', { label: 'GPT-5', context: 400_000, output: 128_000, images: true, price: [1.25, 10, 0.125, 1.25] }],
  [
    'gpt-5-mini',
    { label: 'GPT-5 mini', context: 400_000, output: 128_000, images: true, price: [0.25, 2, 0.025, 0.25] },
  ],
  [
    'gpt-5-nano',
    { label: 'GPT-5 nano', context: 400_000, output: 128_000, images: true, price: [0.05, 0.4, 0.005, 0.05] },
  ],
  ['gpt-4.1', { label: 'GPT-4.1', context: 1_047_576, output: 32_768, images: true, price: [2, 8, 0.5, 2] }],
  [
    'gpt-4.1-mini',
    { label: 'GPT-4.1 mini', context: 1_047_576, output: 32_768, images: true, price: [0.4, 1.6, 0.1, 0.4] },
  ],
  [
    'gpt-4.1-nano',
    { label: 'GPT-4.1 nano', context: 1_047_576, output: 32_768, images: true, price: [0.1, 0.4, 0.025, 0.1] },
  ],
  ['gpt-4o', { label: 'GPT-4o', context: 128_000, output: 16_384, images: true, price: [2.5, 10, 1.25, 2.5] }],
  [
    'gpt-4o-mini',
    { label: 'GPT-4o mini', context: 128_000, output: 16_384, images: true, price: [0.15, 0.6, 0.075, 0.15] },
  ],
  ['o3', { label: 'o3', context: 200_000, output: 100_000, images: true, price: [2, 8, 0.5, 2] }],
  ['o4-mini', { label: 'o4-mini', context: 200_000, output: 100_000, images: true, price: [1.1, 4.4, 0.275, 1.1] }],
]

/** Google, docs "Gemini models" and "Gemini API pricing" (paid tier, text and images). */
const GOOGLE: readonly (readonly [string, KnownModel])[] = [
  [
    'gemini-3-pro-preview',
    {
      label: 'Gemini 3 Pro (preview)',
      context: 1_048_576,
      output: 65_536,
      images: true,
      price: [2, 12, 0.2, 2],
      upTo: 200_000,
    },
  ],
  [
    'gemini-2.5-pro',
    {
      label: 'Gemini 2.5 Pro',
      context: 1_048_576,
      output: 65_536,
      images: true,
      price: [1.25, 10, 0.125, 1.25],
      upTo: 200_000,
    },
  ],
  [
    'gemini-2.5-flash',
    { label: 'Gemini 2.5 Flash', context: 1_048_576, output: 65_536, images: true, price: [0.3, 2.5, 0.03, 0.3] },
  ],
  [
    'gemini-2.5-flash-lite',
    { label: 'Gemini 2.5 Flash-Lite', context: 1_048_576, output: 65_536, images: true, price: [0.1, 0.4, 0.01, 0.1] },
  ],
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
  const row = find(dialect, modelId)
  if (row === undefined) return null
  const [input, output, cacheRead, cacheWrite] = row.price ?? []
  const known = input !== undefined && output !== undefined && cacheRead !== undefined && cacheWrite !== undefined
  return {
    id: modelId,
    label: row.label,
    contextTokens: row.context,
    maxOutputTokens: row.output,
    readsImages: row.images,
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

import { z } from './zod.ts'

/** The wire formats that providers speak (spec PV1). `scripted` is the demo provider (spec PV7). */
export const Dialect = z.enum([
  'anthropic',
  'openai-responses',
  'openai-chat',
  'google',
  'openrouter',
  'openai-compatible',
  'scripted',
])
export type Dialect = z.infer<typeof Dialect>

/** Which model, at which configured provider. */
export const ModelRef = z.object({ providerId: z.string(), modelId: z.string().min(1).max(200) })
export type ModelRef = z.infer<typeof ModelRef>

/** A provider as the user configured it. The key itself is in the vault under `keyId` and nowhere else. */
export const ProviderConfig = z.object({
  id: z.string(),
  dialect: Dialect,
  label: z.string().min(1).max(80),
  /** Without a trailing slash, the part before `/messages`, `/responses`, `/chat/completions`, `/models/…`. */
  baseUrl: z.string().max(2_000),
  keyId: z.string().nullable(),
  /** The last four characters of the key, for recognition; '' where there is no key. */
  keyHint: z.string().max(4),
  addedAt: z.number(),
})
export type ProviderConfig = z.infer<typeof ProviderConfig>

/** A model that a provider offers. Prices in US dollars per million tokens, null where they are not known. */
export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  contextTokens: z.number().int().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  readsImages: z.boolean().nullable(),
  price: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }).nullable(),
})
export type ModelInfo = z.infer<typeof ModelInfo>

/** Tokens of one provider request. `input` counts all input, the cached part included. `cost` in US dollars. */
export const Usage = z.object({
  input: z.number().int().nonnegative(),
  cacheRead: z.number().int().nonnegative(),
  cacheWrite: z.number().int().nonnegative(),
  output: z.number().int().nonnegative(),
  reasoning: z.number().int().nonnegative(),
  cost: z.number().nonnegative().nullable(),
})
export type Usage = z.infer<typeof Usage>

export const NO_USAGE: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, cost: null }

/** The sum of two usages; the cost is null only if neither has one. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
  }
}

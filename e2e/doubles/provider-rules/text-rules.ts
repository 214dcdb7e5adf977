import { z } from '#contracts/zod.ts'

/** Text in which every provider finds something to read. */
export const SaidText = z.string().refine((text) => /\S/u.test(text), 'a text is blank')

/** OpenAI API reference, `function.name`; Anthropic allows 128 characters, older clients of it 64. */
export const ToolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'the name of a tool is not legal')

/** What zod found, as sentences with the place in front. */
export function complaints(error: z.ZodError, at: string): string[] {
  return error.issues.map((issue) => `${[at, ...issue.path.map(String)].join('.')}: ${issue.message}`)
}

/**
 * Where half a surrogate pair stands: "no low surrogate in string", "The request body is not valid JSON"
 * (anthropics/claude-code#3277, elizaOS/eliza#18079).
 */
export function halfPairs(value: unknown, at: string): string[] {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) ? [`${at}: half a surrogate pair`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [...halfPairs(key, at), ...halfPairs(item, `${at}.${key}`)])
}

/** Each of `ids` that stands more than once. */
export function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
}

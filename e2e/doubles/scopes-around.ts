import type { EchoScope } from '#contracts/messages.ts'
import type { Dialect } from '#contracts/models.ts'

/** A dialect that speaks to a provider. */
export type Asked = Exclude<Dialect, 'scripted'>

const MODELS: Readonly<Record<Asked, readonly [string, string]>> = {
  anthropic: ['claude-sonnet-4-5', 'claude-opus-5'],
  'openai-responses': ['gpt-5', 'o3'],
  'openai-chat': ['gpt-4.1', 'gpt-5'],
  google: ['gemini-3-pro-preview', 'gemini-2.5-pro'],
  openrouter: ['anthropic/claude-sonnet-4.5', 'google/gemini-3-pro-preview'],
  'openai-compatible': ['qwen3', 'gemini-3-pro-preview'],
}
const ASKED = Object.keys(MODELS) as Asked[]

/**
 * Ten places from which answers of a session may have come. The first five are one and the same, that which is asked
 * next; each of the others differs from it in one thing, the last in all.
 */
export function scopesAround(dialect: Asked, model: number): readonly [EchoScope, ...EchoScope[]] {
  const [first, second] = MODELS[dialect]
  const here = { providerId: 'p', dialect, modelId: model === 0 ? first : second, keyHint: 'wxyz' }
  const next = ASKED[(ASKED.indexOf(dialect) + 1 + model) % ASKED.length] ?? dialect
  return [
    here,
    here,
    here,
    here,
    here,
    { ...here, modelId: model === 0 ? second : first },
    { ...here, keyHint: 'abcd' },
    { ...here, providerId: 'q' },
    // The address was kept and its dialect changed.
    { ...here, dialect: next },
    { providerId: 'r', dialect: next, modelId: MODELS[next][0], keyHint: '' },
  ]
}

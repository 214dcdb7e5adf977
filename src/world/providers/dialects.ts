import type { Dialect } from '#contracts/models.ts'
import type { DialectAdapter } from './adapter.ts'

/** Loads one adapter. */
export type DialectLoader = () => Promise<DialectAdapter>

/** One dynamic import per wire format that needs a network: its library is fetched on the first request and not before. */
export const DIALECTS: Readonly<Record<Exclude<Dialect, 'scripted'>, DialectLoader>> = {
  anthropic: async () => (await import('./dialects/anthropic.ts')).adapter,
  'openai-responses': async () => (await import('./dialects/openai-responses.ts')).adapter,
  'openai-chat': async () => (await import('./dialects/openai-chat.ts')).adapter,
  google: async () => (await import('./dialects/google.ts')).adapter,
  openrouter: async () => (await import('./dialects/openrouter.ts')).adapter,
  'openai-compatible': async () => (await import('./dialects/openai-compatible.ts')).adapter,
}

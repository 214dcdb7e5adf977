import { GEMINI_MODEL } from '#e2e/doubles/mock-providers.ts'

/** Each dialect: the preset to press, its name, where it is at the mock, a model of its list (or a typed one), where the key goes. */
export const DIALECTS = [
  { preset: 'Anthropic', dialect: 'anthropic', path: '/v1', model: /claude/, typed: null, header: 'x-api-key' },
  { preset: 'OpenAI', dialect: 'openai-responses', path: '/v1', model: 'gpt-4o', typed: null, header: 'authorization' },
  {
    preset: 'OpenAI (Chat Completions)',
    dialect: 'openai-chat',
    path: '/v1',
    model: 'gpt-4o',
    typed: null,
    header: 'authorization',
  },
  {
    preset: 'Google Gemini',
    dialect: 'google',
    path: '/v1beta',
    model: GEMINI_MODEL,
    typed: null,
    header: 'x-goog-api-key',
  },
  {
    preset: 'OpenRouter',
    dialect: 'openrouter',
    path: '/api/v1',
    model: /gpt-4o/,
    typed: null,
    header: 'authorization',
  },
  {
    preset: 'Another OpenAI-compatible server',
    dialect: 'openai-compatible',
    path: '/v1',
    model: '',
    typed: 'my-own-model',
    header: 'authorization',
  },
] as const

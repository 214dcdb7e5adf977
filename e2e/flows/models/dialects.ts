import { GEMINI_MODEL } from '#e2e/doubles/mock-providers.ts'

/** Each dialect: the preset to press, where it is at the mock, a model of its list (or a typed one), where the key goes. */
export const DIALECTS = [
  { preset: 'Anthropic', path: '/v1', model: /claude/, typed: null, header: 'x-api-key' },
  { preset: 'OpenAI', path: '/v1', model: 'gpt-4o', typed: null, header: 'authorization' },
  { preset: 'OpenAI (Chat Completions)', path: '/v1', model: 'gpt-4o', typed: null, header: 'authorization' },
  { preset: 'Google Gemini', path: '/v1beta', model: GEMINI_MODEL, typed: null, header: 'x-goog-api-key' },
  { preset: 'OpenRouter', path: '/api/v1', model: /gpt-4o/, typed: null, header: 'authorization' },
  {
    preset: 'Another OpenAI-compatible server',
    path: '/v1',
    model: '',
    typed: 'my-own-model',
    header: 'authorization',
  },
] as const

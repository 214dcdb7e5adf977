import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal'
import type { DialectAdapter } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { echoText } from '../echo.ts'
import { streamLanguageModel } from '../stream-language-model.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'
import { openAiModels } from './openai-models.ts'

/** Models that reason; asking another for its encrypted reasoning is an error. */
const REASONS = /^(o\d|gpt-[5-9]|codex)/

/** OpenAI's Responses interface, with nothing kept at the provider. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, clock, request } = task
    const { modelId } = request.model
    const model = new OpenAIResponsesLanguageModel(modelId, {
      provider: 'openai.responses',
      url: ({ path }) => `${config.baseUrl}${path}`,
      headers: bearer(task),
      fetch: admittedFetch(task.fetch, BEARER_ADMITTED),
      generateId: () => clock.newId(),
    })
    return streamLanguageModel(
      task,
      {
        model,
        traits: {
          imagesInResults: true,
          marksFailures: false,
          // With nothing stored there, a reasoning item means something only with its encrypted content.
          keepsReasoning: (echo) => echoText(echo, 'openai', 'reasoningEncryptedContent') !== undefined,
        },
        providerOptions: {
          openai: {
            store: false,
            promptCacheKey: request.sessionId.slice(0, 64),
            ...(REASONS.test(modelId) ? { include: ['reasoning.encrypted_content'] } : {}),
          },
        },
        // Strict is this interface's default, and would make every optional argument required.
        strictTools: false,
      },
      signal,
    )
  },

  models: openAiModels,
}

import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal'
import type { DialectAdapter } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { echoText } from '../echo.ts'
import { watchBeginnings } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'
import { openAiModels } from './openai-models.ts'

/** OpenAI's Responses interface, with nothing kept at the provider. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, clock, request } = task
    // With nothing stored there, the class asks models that reason, and no others, for their encrypted reasoning.
    const options = { store: false, promptCacheKey: request.sessionId.slice(0, 64) }
    const model = new OpenAIResponsesLanguageModel(request.model.modelId, {
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
        joins: watchBeginnings('response.created'),
        traits: {
          imagesInResults: true,
          marksFailures: false,
          // With nothing stored there, a reasoning item means something only with its encrypted content.
          keepsReasoning: (echo) => echoText(echo, 'openai', 'reasoningEncryptedContent') !== undefined,
          // "… of type 'reasoning' was provided without its required following item" otherwise.
          reasoningLeads: true,
        },
        providerOptions: { openai: options },
        // Left out by the class for a model that does not reason. Only accounts that OpenAI has verified get them.
        thoughts: {
          providerOptions: { openai: { ...options, reasoningSummary: 'auto' } },
          refusal: /reasoning[._ ]summar/i,
        },
        // Strict is this interface's default, and would make every optional argument required.
        strictTools: false,
      },
      signal,
    )
  },

  models: openAiModels,
}

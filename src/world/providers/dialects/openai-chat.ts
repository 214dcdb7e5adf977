import { OpenAIChatLanguageModel } from '@ai-sdk/openai/internal'
import type { DialectAdapter } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { watchNames } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'
import { openAiModels } from './openai-models.ts'

/** OpenAI's Chat Completions interface. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, request } = task
    const model = new OpenAIChatLanguageModel(request.model.modelId, {
      provider: 'openai.chat',
      url: ({ path }) => `${config.baseUrl}${path}`,
      headers: bearer(task),
      fetch: admittedFetch(task.fetch, BEARER_ADMITTED),
    })
    return streamLanguageModel(
      task,
      {
        model,
        joins: watchNames('id'),
        traits: { imagesInResults: false, marksFailures: false, keepsReasoning: () => false },
        providerOptions: { openai: { promptCacheKey: request.sessionId.slice(0, 64) } },
      },
      signal,
    )
  },

  models: openAiModels,
}

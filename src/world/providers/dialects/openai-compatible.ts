import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import type { DialectAdapter } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { watchNames } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'
import { openAiModels } from './openai-models.ts'

/** Any server that speaks Chat Completions: Ollama, LM Studio, vLLM, llama.cpp and the rest. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, request } = task
    const model = new OpenAICompatibleChatLanguageModel(request.model.modelId, {
      provider: 'compatible.chat',
      url: ({ path }) => `${config.baseUrl}${path}`,
      headers: bearer(task),
      fetch: admittedFetch(task.fetch, BEARER_ADMITTED),
      includeUsage: true,
    })
    return streamLanguageModel(
      task,
      {
        model,
        joins: watchNames('id'),
        // Models that think between calls want their reasoning back as `reasoning_content`.
        traits: { imagesInResults: false, marksFailures: false, keepsReasoning: () => true },
      },
      signal,
    )
  },

  models: openAiModels,
}

import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible'
import { z } from '#contracts/zod.ts'
import type { ModelInfo } from '#contracts/models.ts'
import type { DialectAdapter } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { getJson } from '../get-json.ts'
import { lenientList } from '../lenient-list.ts'
import { watchNames } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'
import { markSystemForCache } from './openrouter-cache.ts'
import { detailsOf, gatherReasoningDetails } from './reasoning-details.ts'

/** Prices come as text, in dollars per token. */
const Price = z.coerce.number().nonnegative().optional().catch(undefined)

const Models = z.object({
  data: lenientList(
    z.object({
      id: z.string().min(1).max(200),
      name: z.string().optional().catch(undefined),
      context_length: z.number().int().positive().nullable().catch(null).default(null),
      architecture: z
        .object({ input_modalities: z.array(z.string()) })
        .optional()
        .catch(undefined),
      top_provider: z
        .object({ max_completion_tokens: z.number().int().positive().nullable() })
        .optional()
        .catch(undefined),
      pricing: z
        .object({ prompt: Price, completion: Price, input_cache_read: Price, input_cache_write: Price })
        .optional()
        .catch(undefined),
    }),
  ),
})

/** OpenRouter, over the OpenAI-compatible class: its own package makes up arguments for a call that was cut. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, request } = task
    const details = gatherReasoningDetails(config.label)
    const model = new OpenAICompatibleChatLanguageModel(request.model.modelId, {
      provider: 'openrouter.chat',
      url: ({ path }) => `${config.baseUrl}${path}`,
      headers: bearer(task),
      fetch: admittedFetch(task.fetch, BEARER_ADMITTED),
      includeUsage: true,
      metadataExtractor: {
        // Never asked for: every request streams.
        extractMetadata: async () => undefined,
        createStreamExtractor: () => ({ processChunk: (chunk) => details.add(chunk), buildMetadata: () => undefined }),
      },
      // `include` makes the last chunk state what the request cost.
      transformRequestBody: (body) => ({
        ...markSystemForCache(body, request.model.modelId),
        usage: { include: true },
      }),
    })
    return streamLanguageModel(
      task,
      {
        model,
        joins: watchNames('id'),
        traits: {
          imagesInResults: false,
          marksFailures: false,
          // The text of the reasoning is in its details already.
          keepsReasoning: () => false,
          answerOptions: (echoes) => {
            const found = detailsOf(echoes)
            // Under this name the class puts fields into the message as they are.
            return found.length === 0 ? undefined : { openaiCompatible: { reasoning_details: found } }
          },
        },
        statesCost: true,
        lateEcho: () => {
          const found = details.all()
          return found.length === 0 ? undefined : { openrouter: { reasoning_details: found } }
        },
      },
      signal,
    )
  },

  async models(place, signal) {
    const fetch = admittedFetch(place.fetch, BEARER_ADMITTED)
    const { data } = await getJson({ ...place, fetch }, '/models', bearer(place), Models, signal)
    return data.map((model): ModelInfo => ({
      id: model.id,
      label: model.name ?? model.id,
      contextTokens: model.context_length,
      maxOutputTokens: model.top_provider?.max_completion_tokens ?? null,
      readsImages: model.architecture === undefined ? null : model.architecture.input_modalities.includes('image'),
      price: perMillion(model.pricing),
    }))
  },
}

function perMillion(
  pricing:
    | {
        prompt?: number | undefined
        completion?: number | undefined
        input_cache_read?: number | undefined
        input_cache_write?: number | undefined
      }
    | undefined,
): ModelInfo['price'] {
  if (pricing?.prompt === undefined || pricing.completion === undefined) return null
  const million = (price: number) => Math.round(price * 1e12) / 1e6
  return {
    input: million(pricing.prompt),
    output: million(pricing.completion),
    // Without a price of its own, cached input costs what input costs.
    cacheRead: million(pricing.input_cache_read ?? pricing.prompt),
    cacheWrite: million(pricing.input_cache_write ?? pricing.prompt),
  }
}

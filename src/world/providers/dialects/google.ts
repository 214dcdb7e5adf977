import { GoogleLanguageModel } from '@ai-sdk/google/internal'
import { z } from '#contracts/zod.ts'
import type { DialectAdapter, ProviderPlace } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { echoText } from '../echo.ts'
import { getJson } from '../get-json.ts'
import { lenientList } from '../lenient-list.ts'
import { fillIn } from '../models-table.ts'
import { watchNames } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'

const ADMITTED = ['content-type', 'x-goog-api-key']

/** Models that think, all but the first families; their thoughts come only where they are asked for. */
const THINKS = /^gemini-(?!1[.-]|2\.0)/

const Models = z.object({
  models: lenientList(
    z.object({
      name: z.string().min(1).max(200),
      displayName: z.string().optional().catch(undefined),
      inputTokenLimit: z.number().int().positive().nullable().catch(null).default(null),
      outputTokenLimit: z.number().int().positive().nullable().catch(null).default(null),
      supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
    }),
  ),
})

function headersOf(place: ProviderPlace): Record<string, string> {
  return place.key === '' ? {} : { 'x-goog-api-key': place.key }
}

/** Google's Gemini interface. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, clock, request } = task
    const { modelId } = request.model
    const model = new GoogleLanguageModel(modelId, {
      provider: 'google.generative-ai',
      baseURL: config.baseUrl,
      headers: headersOf(task),
      fetch: admittedFetch(task.fetch, ADMITTED),
      generateId: () => clock.newId(),
      supportedUrls: () => ({}),
    })
    return streamLanguageModel(
      task,
      {
        model,
        joins: watchNames('responseId'),
        traits: {
          imagesInResults: true,
          marksFailures: true,
          keepsReasoning: (echo) => echoText(echo, 'google', 'thoughtSignature') !== undefined,
        },
        ...(THINKS.test(modelId)
          ? {
              thoughts: {
                providerOptions: { google: { thinkingConfig: { includeThoughts: true } } },
                refusal: /think|thought/i,
              },
            }
          : {}),
      },
      signal,
    )
  },

  async models(place, signal) {
    const fetch = admittedFetch(place.fetch, ADMITTED)
    const { models } = await getJson({ ...place, fetch }, '/models?pageSize=1000', headersOf(place), Models, signal)
    return models
      .filter((model) => model.supportedGenerationMethods?.includes('generateContent') ?? true)
      .map((model) =>
        fillIn('google', {
          id: model.name.replace(/^models\//, ''),
          ...(model.displayName === undefined ? {} : { label: model.displayName }),
          contextTokens: model.inputTokenLimit,
          maxOutputTokens: model.outputTokenLimit,
        }),
      )
  },
}

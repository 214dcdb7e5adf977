import { AnthropicLanguageModel } from '@ai-sdk/anthropic/internal'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { z } from '#contracts/zod.ts'
import type { DialectAdapter, ProviderPlace } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { echoText } from '../echo.ts'
import { getJson } from '../get-json.ts'
import { lenientList } from '../lenient-list.ts'
import { fillIn } from '../models-table.ts'
import { watchBeginnings } from '../one-answer.ts'
import { streamLanguageModel } from '../stream-language-model.ts'

/** What Anthropic's CORS list admits from a page that says that it means to be one. */
const ADMITTED = [
  'content-type',
  'x-api-key',
  'anthropic-version',
  'anthropic-beta',
  'anthropic-dangerous-direct-browser-access',
]

/** The library would ask for a model's maximum (up to 128,000), which a prepaid account may not cover. */
const MAX_OUTPUT_TOKENS = 32_000

/**
 * Models that think by themselves and by default show nothing of it, not even what they say between two
 * calls: a person would watch silence. Their thinking is asked for as a summary.
 */
const THINKS_UNSEEN = /^claude-(opus|sonnet|haiku|fable)-5/

const Models = z.object({
  data: lenientList(
    z.object({
      id: z.string().min(1).max(200),
      display_name: z.string().optional().catch(undefined),
      max_input_tokens: z.number().int().positive().optional().catch(undefined),
      max_tokens: z.number().int().positive().optional().catch(undefined),
    }),
  ),
})

function headersOf(place: ProviderPlace): Record<string, string> {
  return {
    'anthropic-version': '2023-06-01',
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(place.key === '' ? {} : { 'x-api-key': place.key }),
  }
}

/** Anthropic's Messages interface. */
export const adapter: DialectAdapter = {
  stream(task, signal) {
    const { config, clock, known } = task
    const model = new AnthropicLanguageModel(task.request.model.modelId, {
      provider: 'anthropic.messages',
      baseURL: config.baseUrl,
      headers: headersOf(task),
      fetch: admittedFetch(task.fetch, ADMITTED),
      generateId: () => clock.newId(),
      supportedUrls: () => ({}),
      // Neither is asked for, and each would send a beta header that servers of other makers refuse.
      supportsNativeStructuredOutput: false,
      supportsStrictTools: false,
    })
    return streamLanguageModel(
      task,
      {
        model,
        joins: watchBeginnings('message_start'),
        traits: {
          imagesInResults: true,
          marksFailures: true,
          keepsReasoning: (echo) =>
            echoText(echo, 'anthropic', 'signature') !== undefined ||
            echoText(echo, 'anthropic', 'redactedData') !== undefined,
        },
        providerOptions: {
          anthropic: {
            // Eager streaming of arguments may end in JSON that is only half valid.
            toolStreaming: false,
            ...(THINKS_UNSEEN.test(task.request.model.modelId)
              ? { thinking: { type: 'adaptive', display: 'summarized' } }
              : {}),
          },
        },
        maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, known?.maxOutputTokens ?? MAX_OUTPUT_TOKENS),
        dress: markForCache,
      },
      signal,
    )
  },

  async models(place, signal) {
    const fetch = admittedFetch(place.fetch, ADMITTED)
    const { data } = await getJson({ ...place, fetch }, '/models?limit=1000', headersOf(place), Models, signal)
    return data.map((model) =>
      fillIn('anthropic', {
        id: model.id,
        ...(model.display_name === undefined ? {} : { label: model.display_name }),
        ...(model.max_input_tokens === undefined ? {} : { contextTokens: model.max_input_tokens }),
        ...(model.max_tokens === undefined ? {} : { maxOutputTokens: model.max_tokens }),
      }),
    )
  },
}

/**
 * Marks what may be read from the cache next time: the system text (tools stand before it, so they are
 * covered) and the last two messages of our side. Two, because the provider looks back only 20 blocks, and
 * one step with many parallel calls adds more than that.
 */
function markForCache(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const ours = prompt.flatMap((message, index) => (message.role === 'user' || message.role === 'tool' ? [index] : []))
  const marked = new Set(ours.slice(-2))
  return prompt.map((message, index) =>
    message.role === 'system' || marked.has(index)
      ? { ...message, providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
      : message,
  )
}

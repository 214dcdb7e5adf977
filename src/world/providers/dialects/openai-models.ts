import { z } from '#contracts/zod.ts'
import type { ModelInfo } from '#contracts/models.ts'
import type { ProviderPlace } from '../adapter.ts'
import { admittedFetch } from '../admitted-fetch.ts'
import { getJson } from '../get-json.ts'
import { lenientList } from '../lenient-list.ts'
import { fillIn } from '../models-table.ts'
import { BEARER_ADMITTED, bearer } from './bearer.ts'

const Models = z.object({
  data: lenientList(
    z.object({
      id: z.string().min(1).max(200),
      /** vLLM says how long a prompt may be. */
      max_model_len: z.number().int().positive().optional().catch(undefined),
      /** llama.cpp says it here. */
      meta: z.object({ n_ctx_train: z.number().int().positive() }).optional().catch(undefined),
    }),
  ),
})

/** At OpenAI itself these ids answer no chat; elsewhere every id is listed. */
const NO_CHAT =
  /^(text-embedding|whisper|tts|dall-e|omni-moderation|text-moderation|davinci|babbage|sora|gpt-image|gpt-realtime|gpt-audio)|transcribe|-tts|-realtime|-image/

/** `/models` as OpenAI and everyone who imitates it answers it. */
export async function openAiModels(place: ProviderPlace, signal: AbortSignal): Promise<ModelInfo[]> {
  const fetch = admittedFetch(place.fetch, BEARER_ADMITTED)
  const { data } = await getJson({ ...place, fetch }, '/models', bearer(place), Models, signal)
  const { dialect } = place.config
  return data
    .filter((model) => dialect === 'openai-compatible' || !NO_CHAT.test(model.id))
    .map((model) =>
      fillIn(dialect, { id: model.id, contextTokens: model.max_model_len ?? model.meta?.n_ctx_train ?? null }),
    )
}

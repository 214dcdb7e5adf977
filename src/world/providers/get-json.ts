import { fail, isAbort } from '#contracts/failure.ts'
import { MODEL_LIST_MAX_BYTES } from '#contracts/limits.ts'
import { z } from '#contracts/zod.ts'
import { readBody } from '../read-body.ts'
import type { ProviderPlace } from './adapter.ts'

/** Characters of an error body that are read on. */
const BODY_MAX_CHARS = 20_000

/**
 * A GET that answers JSON of the given shape, of which no more than MODEL_LIST_MAX_BYTES is read. Throws like the library's own requests do: an error with
 * `statusCode`, `responseHeaders` and `responseBody`, so that one reader serves both.
 */
export async function getJson<T>(
  place: ProviderPlace,
  path: string,
  headers: Record<string, string>,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const response = await place.fetch(`${place.config.baseUrl}${path}`, { headers, signal })
  const body = await textOf(response, place.config.label, signal)
  if (!response.ok) {
    throw Object.assign(new Error(messageIn(body) || response.statusText || `Status ${response.status}`), {
      name: 'AI_APICallError',
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: body.slice(0, BODY_MAX_CHARS),
    })
  }
  const parsed = shape.safeParse(parseJson(body))
  if (parsed.success) return parsed.data
  throw Object.assign(new Error('The list of models is not of the expected form.'), { name: 'AI_TypeValidationError' })
}

async function textOf(response: Response, label: string, signal: AbortSignal): Promise<string> {
  try {
    const { bytes, truncated } = await readBody(response.body, MODEL_LIST_MAX_BYTES, signal)
    if (!truncated || !response.ok) return new TextDecoder().decode(bytes)
  } catch (error) {
    if (isAbort(error, signal)) throw error
    throw Object.assign(new Error('The answer broke off.'), { name: 'AI_EmptyResponseBodyError', cause: error })
  }
  const said = `${label} sent more than ${MODEL_LIST_MAX_BYTES / 1_000_000} MB as its list of models, so it was not read on. Check the address in the settings.`
  throw fail('model', 'malformed-stream', said)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ErrorBody = z.object({ error: z.object({ message: z.string() }) })

function messageIn(body: string): string {
  const parsed = ErrorBody.safeParse(parseJson(body))
  return parsed.success ? parsed.data.error.message : ''
}

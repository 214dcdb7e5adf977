import { z } from '#contracts/zod.ts'
import type { ProviderPlace } from './adapter.ts'

/** Characters of an error body that are read on. */
const BODY_MAX_CHARS = 20_000

/**
 * A GET that answers JSON of the given shape. Throws like the library's own requests do: an error with
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
  const body = await response.text()
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

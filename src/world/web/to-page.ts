import { FETCH_MAX_BYTES } from '#contracts/limits.ts'
import type { WebPage } from '#contracts/ports/web.ts'
import { decodeText, isTextType, looksLikeText, mediaTypeOf } from './decode-text.ts'
import type { Followed } from './follow.ts'
import { readBody } from '../read-body.ts'

/** Reads the body of what a chain led to. What is not text is not read; what is too long is read as far as FETCH_MAX_BYTES. */
export async function toPage(
  { url, redirects, answer }: Followed,
  via: WebPage['via'],
  signal: AbortSignal,
): Promise<WebPage> {
  const contentType = answer.headers.get('content-type')
  const mediaType = mediaTypeOf(contentType)
  const length = answer.headers.get('content-length')
  const page = {
    url,
    redirects: [...redirects],
    status: answer.status,
    mediaType,
    bytesTotal: length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null,
    via,
  }
  if (isTextType(mediaType) === 'no') {
    answer.body?.cancel().catch(() => {})
    return { ...page, text: null, bytesRead: 0, truncated: false }
  }
  const { bytes, truncated } = await readBody(answer.body, FETCH_MAX_BYTES, signal)
  if (!looksLikeText(bytes, contentType)) return { ...page, text: null, bytesRead: 0, truncated: false }
  return { ...page, text: decodeText(bytes, contentType, truncated), bytesRead: bytes.byteLength, truncated }
}

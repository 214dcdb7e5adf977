import type { ProviderPlace } from '../adapter.ts'

/** The only headers that every OpenAI-shaped server admits from a page. */
export const BEARER_ADMITTED = ['content-type', 'authorization']

/** The key as a bearer token; no header at all where there is no key. */
export function bearer(place: ProviderPlace): Record<string, string> {
  return place.key === '' ? {} : { authorization: `Bearer ${place.key}` }
}

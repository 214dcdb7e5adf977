import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { JsonObject, type JsonValue } from '#contracts/json.ts'

/**
 * What a provider wants back with a part, as JSON that the store can keep. Metadata may come in several
 * pieces (a signature after the text), so pieces are laid over each other, vendor by vendor.
 */
export function mergeEcho(
  before: JsonObject | undefined,
  metadata: SharedV4ProviderMetadata | undefined,
): JsonObject | undefined {
  if (metadata === undefined) return before
  const merged: JsonObject = { ...before }
  for (const [vendor, fields] of Object.entries(metadata)) {
    // Through text, because the library's values may hold `undefined`.
    const clean = JsonObject.safeParse(JSON.parse(JSON.stringify(fields)))
    if (!clean.success || Object.keys(clean.data).length === 0) continue
    const known = merged[vendor]
    merged[vendor] = isObject(known) ? { ...known, ...clean.data } : clean.data
  }
  return Object.keys(merged).length === 0 ? before : merged
}

/**
 * A stored echo as the options of a prompt part; undefined where it holds nothing usable. An empty text is none: Google
 * answers 400 to an empty signature ("Corrupted thought signature").
 */
export function echoOptions(echo: JsonValue | undefined): SharedV4ProviderOptions | undefined {
  if (!isObject(echo)) return undefined
  const options: SharedV4ProviderOptions = {}
  for (const [vendor, fields] of Object.entries(echo)) {
    if (!isObject(fields)) continue
    const said = Object.entries(fields).filter(([, value]) => value !== '')
    if (said.length > 0) options[vendor] = Object.fromEntries(said)
  }
  return Object.keys(options).length === 0 ? undefined : options
}

/** One field of an echo, where it is text. */
export function echoText(echo: JsonValue | undefined, vendor: string, field: string): string | undefined {
  const fields = echoOptions(echo)?.[vendor]
  const value = fields?.[field]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

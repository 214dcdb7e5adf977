import { isJsonObject, type JsonObject } from '#contracts/json.ts'

/**
 * The arguments of a call as a provider sent them: the object that the text holds, null where it holds anything else or
 * more levels than `JSON_MAX_DEPTH`. No text at all means no arguments. Never throws, never repairs.
 */
export function readArguments(raw: string): JsonObject | null {
  if (raw.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(raw)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

import { z } from './zod.ts'

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** Levels of lists and objects in one value. Deeper ones are an attack on whoever walks them. */
export const JSON_MAX_DEPTH = 200

/**
 * True for a JSON value: no `undefined`, functions, bigints, non-finite numbers or class instances, and at
 * most `JSON_MAX_DEPTH` levels. Looks without copying, so that a large result costs one walk.
 */
export function isJson(value: unknown, depth = 0): value is JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value)
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth >= JSON_MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const key of Object.keys(value)) if (!isJson((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

/** True for a JSON object (not a list, not null). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value)
}

/** Checks any JSON value and hands it on as it is. */
export const JsonValue: z.ZodType<JsonValue, JsonValue> = z.custom<JsonValue>(
  (value) => isJson(value),
  'not a JSON value',
)
/** Checks a JSON object and hands it on as it is. */
export const JsonObject: z.ZodType<JsonObject, JsonObject> = z.custom<JsonObject>(isJsonObject, 'not a JSON object')

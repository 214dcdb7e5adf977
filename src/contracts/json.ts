import { z } from 'zod'

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** Parses any JSON value; refuses `undefined`, functions, bigints and non-finite numbers. */
export const JsonValue: z.ZodType<JsonValue> = z.json() as z.ZodType<JsonValue>
/** Parses a JSON object (not an array, not null). */
export const JsonObject: z.ZodType<JsonObject> = z.record(z.string(), JsonValue)

import { JsonObject, type JsonValue } from '#contracts/json.ts'
import { MODEL_STEP_MAX_CHARS } from '#contracts/limits.ts'
import { z } from '#contracts/zod.ts'
import { tooLong } from '../too-long.ts'

/** Pieces of one answer that are kept; more is a fault and would only grow the store. */
const MAX_DETAILS = 500

const Chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ reasoning_details: z.array(JsonObject) }) })).min(1),
})

/**
 * Gathers OpenRouter's `reasoning_details` out of a stream. Text and summaries come in pieces, which are
 * joined to what stands before them under the same type and index; whatever else a piece holds (signature,
 * encrypted data, format) is kept as it came. The list goes back exactly as it is gathered.
 * `add` throws `FailureError` (`malformed-stream`) where they pass MODEL_STEP_MAX_CHARS together.
 */
export function gatherReasoningDetails(label: string): { add(chunk: unknown): void; all(): JsonObject[] } {
  const details: JsonObject[] = []
  let chars = 0
  return {
    add(chunk) {
      const parsed = Chunk.safeParse(chunk)
      if (!parsed.success) return
      for (const piece of parsed.data.choices[0]?.delta.reasoning_details ?? []) {
        const last = details.at(-1)
        const joins =
          last !== undefined &&
          last['type'] === piece['type'] &&
          last['index'] === piece['index'] &&
          (typeof piece['text'] === 'string' || typeof piece['summary'] === 'string' || 'signature' in piece)
        // Before it is taken. What stands around each piece of a text is not kept, and must not count.
        chars += joins ? growth(last, piece) : JSON.stringify(piece).length
        if (chars > MODEL_STEP_MAX_CHARS) throw tooLong(label)
        if (joins) details[details.length - 1] = join(last, piece)
        else if (details.length < MAX_DETAILS) details.push(piece)
      }
    },
    all: () => details,
  }
}

function join(last: JsonObject, piece: JsonObject): JsonObject {
  const joined: JsonObject = { ...last }
  for (const [key, value] of Object.entries(piece)) {
    const before = joined[key]
    if (isText(key) && typeof before === 'string' && typeof value === 'string') joined[key] = before + value
    else if (value !== null || before === undefined) joined[key] = value
  }
  return joined
}

/** Characters that joining adds at most; what takes the place of something as long adds none. */
function growth(last: JsonObject, piece: JsonObject): number {
  let chars = 0
  for (const [key, value] of Object.entries(piece)) {
    const before = last[key]
    if (isText(key) && typeof value === 'string') chars += value.length
    else if (value !== before) chars += Math.max(0, lengthOf(value) - lengthOf(before))
  }
  return chars
}

function isText(key: string): boolean {
  return key === 'text' || key === 'summary'
}

function lengthOf(value: JsonValue | undefined): number {
  return value === undefined ? 0 : JSON.stringify(value).length
}

const Echo = z.object({ openrouter: z.object({ reasoning_details: z.array(JsonObject) }) })

/** The details in the echoes of an answer's parts, in their order; empty where there are none. */
export function detailsOf(echoes: readonly JsonValue[]): JsonObject[] {
  return echoes.flatMap((echo) => {
    const parsed = Echo.safeParse(echo)
    return parsed.success ? parsed.data.openrouter.reasoning_details : []
  })
}

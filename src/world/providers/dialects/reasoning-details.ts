import { z } from '#contracts/zod.ts'
import { JsonObject, type JsonValue } from '#contracts/json.ts'

/** Pieces of one answer that are kept; more is a fault and would only grow the store. */
const MAX_DETAILS = 500

const Chunk = z.object({
  choices: z.array(z.object({ delta: z.object({ reasoning_details: z.array(JsonObject) }) })).min(1),
})

/**
 * Gathers OpenRouter's `reasoning_details` out of a stream. Text and summaries come in pieces, which are
 * joined to what stands before them under the same type and index; whatever else a piece holds (signature,
 * encrypted data, format) is kept as it came. The list goes back exactly as it is gathered.
 */
export function gatherReasoningDetails(): { add(chunk: unknown): void; all(): JsonObject[] } {
  const details: JsonObject[] = []
  return {
    add(chunk) {
      const parsed = Chunk.safeParse(chunk)
      if (!parsed.success) return
      for (const piece of parsed.data.choices[0]?.delta.reasoning_details ?? []) {
        const last = details.at(-1)
        const joins = last !== undefined && last['type'] === piece['type'] && last['index'] === piece['index']
        if (
          joins &&
          (typeof piece['text'] === 'string' || typeof piece['summary'] === 'string' || 'signature' in piece)
        ) {
          details[details.length - 1] = join(last, piece)
        } else if (details.length < MAX_DETAILS) details.push(piece)
      }
    },
    all: () => details,
  }
}

function join(last: JsonObject, piece: JsonObject): JsonObject {
  const joined: JsonObject = { ...last }
  for (const [key, value] of Object.entries(piece)) {
    const before = joined[key]
    const text = key === 'text' || key === 'summary'
    if (text && typeof before === 'string' && typeof value === 'string') joined[key] = before + value
    else if (value !== null || before === undefined) joined[key] = value
  }
  return joined
}

const Echo = z.object({ openrouter: z.object({ reasoning_details: z.array(JsonObject) }) })

/** The details in the echoes of an answer's parts, in their order; empty where there are none. */
export function detailsOf(echoes: readonly JsonValue[]): JsonObject[] {
  return echoes.flatMap((echo) => {
    const parsed = Echo.safeParse(echo)
    return parsed.success ? parsed.data.openrouter.reasoning_details : []
  })
}

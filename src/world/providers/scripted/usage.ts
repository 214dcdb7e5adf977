import type { Usage } from '#contracts/models.ts'
import type { ModelRequest } from '#contracts/ports/model.ts'

/** Characters that are counted as one token: what English text and code come to with usual tokenizers. */
const CHARS_PER_TOKEN = 4

/** What a real model would roughly count for this request and answer. Nothing is paid, so there is no cost. */
export function estimateUsage(request: ModelRequest, answered: { reasoning: number; other: number }): Usage {
  const sent = request.system.length + JSON.stringify(request.tools).length + JSON.stringify(request.messages).length
  const reasoning = tokens(answered.reasoning)
  return {
    input: tokens(sent),
    cacheRead: 0,
    cacheWrite: 0,
    output: reasoning + tokens(answered.other),
    reasoning,
    cost: null,
  }
}

function tokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN)
}

import { brokenByAnthropic } from './anthropic-rules.ts'
import { brokenByChat } from './chat-rules.ts'
import { brokenByGoogle } from './google-rules.ts'
import type { RequestFacts, WireFormat } from './request-facts.ts'
import { brokenByResponses } from './responses-rules.ts'
import { halfPairs } from './text-rules.ts'

const RULES: Readonly<Record<WireFormat, (body: unknown, facts: RequestFacts) => string[]>> = {
  anthropic: brokenByAnthropic,
  'openai-responses': brokenByResponses,
  'openai-chat': brokenByChat,
  google: brokenByGoogle,
}

/**
 * What a provider would answer 400 to in a request body, in words; empty where it would take it. It knows the wire
 * formats from their documentation and from reports, and nothing of the code that makes the bodies.
 */
export function brokenWireRules(body: unknown, facts: RequestFacts): string[] {
  return [...halfPairs(body, 'body'), ...RULES[facts.format](body, facts)]
}

import type { FailureKind } from '#contracts/failure.ts'
import type { ProviderError } from './read-provider-error.ts'

/** Words of vendors that name a kind, looked for in type, code, message and body; the first rule that fits wins. */
const RULES: readonly (readonly [FailureKind, RegExp])[] = [
  [
    'no-credit',
    /insufficient_quota|billing_(hard_limit|not_active|error)|credit balance is too low|insufficient (credits|funds|balance)|payment required|out of credits/i,
  ],
  [
    'context-too-long',
    /context_length_exceeded|context[ _](length|window|size)|maximum context|prompt is too long|too many (input )?tokens|input token count|request_too_large|exceeds? the (available|model'?s) context|string_above_max_length/i,
  ],
  [
    'bad-key',
    /invalid_api_key|incorrect api key|api[_ ]key[_ ](not valid|invalid)|authentication_error|unauthenticated|invalid x-api-key|no auth credentials|user not found\b/i,
  ],
  [
    'content-filter',
    /content_filter|content_policy|content management policy|data_inspection_failed|flagged (by|as)|prohibited_content|blocked by .*safety/i,
  ],
  [
    'model-not-found',
    /model_not_found|model .{0,80}(not found|does not exist|is not found|not supported for generatecontent)|no such model|not a valid model id|no endpoints found/i,
  ],
  ['overloaded', /overloaded|unavailable|server_error|internal_server_error|api_error|capacity/i],
  ['rate-limit', /rate_limit|rate limit|too many requests|resource_exhausted/i],
]

/** Statuses that mean one thing whatever the body says. */
const SURE_STATUS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'bad-key'],
  [402, 'no-credit'],
  [413, 'context-too-long'],
  [529, 'overloaded'],
])

/** What kind of failure a provider's answer is; null for an error that says nothing of itself. */
export function classify(error: ProviderError): FailureKind | null {
  const { status } = error
  const sure = status === null ? undefined : SURE_STATUS.get(status)
  if (sure !== undefined) return sure
  const words = [error.type, error.code, error.message, error.body].join('\n')
  const byWords = RULES.find(([, pattern]) => pattern.test(words))?.[0]
  if (status === 429) return byWords === 'no-credit' ? 'no-credit' : 'rate-limit'
  if (status === 403) return byWords === 'no-credit' || byWords === 'content-filter' ? byWords : 'bad-key'
  if (status === 404) return 'model-not-found'
  // A server's own fault may still be told apart: llama.cpp answers 500 to a prompt that is too long.
  if (status !== null && (status >= 500 || status === 408 || status === 409)) {
    return byWords === 'context-too-long' || byWords === 'no-credit' ? byWords : 'overloaded'
  }
  if (status !== null && status >= 400)
    return byWords === undefined || byWords === 'overloaded' ? 'bad-request' : byWords
  return byWords ?? null
}

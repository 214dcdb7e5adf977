import { FailureError, type Failure, type FailureKind } from '#contracts/failure.ts'
import type { JsonValue } from '#contracts/json.ts'
import type { ProviderPlace } from './adapter.ts'
import { advice, noListAdvice } from './advice.ts'
import { classify } from './classify.ts'
import { diagnoseConnection, surroundings, type Surroundings } from './diagnose-connection.ts'
import { readProviderError, type ProviderError } from './read-provider-error.ts'
import { quote } from './redact.ts'
import { retryAfterMs } from './retry-after.ts'

/** Kinds after which the same request may succeed unchanged. */
const TRANSIENT: ReadonlySet<FailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'cut-stream',
  'malformed-stream',
  'network',
])

/**
 * Says in our words what went wrong with a request (spec PV5). Takes whatever was thrown or came as an error
 * part; never throws. An abort is looked for first, because libraries wrap it. The key is in no field.
 */
export async function toModelFailure(
  error: unknown,
  place: ProviderPlace,
  modelId: string,
  signal: AbortSignal,
  here: Surroundings = surroundings(),
): Promise<Failure> {
  if (signal.aborted) return ABORTED
  if (error instanceof FailureError) return error.failure
  const said = readProviderError(error)
  if (said.name === 'AbortError') return ABORTED
  const kind = kindOf(said)
  if (kind === 'network') {
    const { label, baseUrl } = place.config
    const { fetch, clock } = place
    const diagnosis = await diagnoseConnection(
      { label, url: baseUrl, hasKey: place.key !== '', fetch, clock },
      here,
      signal,
    )
    return signal.aborted ? ABORTED : diagnosis
  }
  return asFailure(kind, said, place, modelId)
}

const ABORTED: Failure = { stage: 'model', kind: 'aborted', message: 'It was stopped.', retryable: false }

function kindOf(said: ProviderError): FailureKind {
  switch (said.name) {
    case 'AI_JSONParseError':
    case 'AI_TypeValidationError':
      return 'malformed-stream'
    case 'AI_InvalidResponseDataError':
      return /without a finish reason|ended/i.test(said.message) ? 'cut-stream' : 'malformed-stream'
    case 'AI_EmptyResponseBodyError':
      return 'cut-stream'
    case 'AI_InvalidPromptError':
    case 'AI_UnsupportedFunctionalityError':
    case 'AI_InvalidArgumentError':
      return 'bad-request'
    case 'AI_APICallError':
      // A good status with an error means that the body broke off while it was read.
      if (said.status !== null && said.status < 400) return 'cut-stream'
      return said.status === null && classify(said) === null ? 'network' : (classify(said) ?? 'bad-request')
    case 'TypeError':
      // The words of Chromium, Firefox, Safari and Node; any other TypeError is a fault of the answer.
      return /failed to fetch|networkerror|load failed|fetch failed|network error|terminated/i.test(said.message)
        ? 'network'
        : 'malformed-stream'
    default:
      return classify(said) ?? 'malformed-stream'
  }
}

/**
 * True where the message is the provider's own: a refused request, or an error event of its stream, which is no
 * `Error` object. A library that cannot read an answer speaks of itself ("JSON parsing failed"), which tells a person
 * nothing: that is kept in the detail alone.
 */
function speaksForProvider({ name, status }: ProviderError): boolean {
  return name === '' || (name === 'AI_APICallError' && status !== null && status >= 400)
}

function asFailure(told: FailureKind, said: ProviderError, place: ProviderPlace, modelId: string): Failure {
  // Without a model only the list was asked for, and a 404 is about that.
  const noList = modelId === '' && said.status === 404
  const kind = noList ? 'not-found' : told
  const words = quote(said.message, place.key)
  const fromProvider = speaksForProvider(said)
  const detail: Record<string, JsonValue> = {}
  if (said.status !== null) detail['status'] = said.status
  if (words !== '') detail[fromProvider ? 'providerSaid' : 'librarySaid'] = words
  const wait = kind === 'rate-limit' || kind === 'overloaded' ? retryAfterMs(said, place.clock.now()) : null
  if (wait !== null) detail['retryAfterMs'] = wait
  const { label, baseUrl } = place.config
  const sentence = noList ? noListAdvice(label, baseUrl) : advice(kind, { label, modelId, hasKey: place.key !== '' })
  return {
    stage: 'model',
    kind,
    message: words === '' || !fromProvider ? sentence : `${sentence} It says: "${words}"`,
    retryable: TRANSIENT.has(kind),
    detail,
  }
}

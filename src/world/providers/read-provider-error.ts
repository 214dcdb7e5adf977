/** What is known of an error that a provider or its library raised. Every field may be missing. */
export interface ProviderError {
  /** The library's class, such as `AI_APICallError`. */
  readonly name: string
  readonly message: string
  readonly status: number | null
  readonly type: string
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, for looking through; '' where there was none. */
  readonly body: string
  readonly cause: unknown
}

/** Reads an error of any shape: a library's class, a plain object out of a stream, or whatever was thrown. */
export function readProviderError(error: unknown): ProviderError {
  const top = fields(error)
  // Vendors put their own error one or two levels down: {error: {type, code, message}}, {response: {error}}.
  const data = fields(top['data'])
  const response = fields(fields(data['response'])['error'] ?? fields(top['response'])['error'])
  const inner = { ...response, ...fields(top['error']), ...fields(data['error']) }
  const deepest = { ...inner, ...fields(inner['error']) }
  return {
    name: text(top['name']),
    message: text(top['message']) || text(deepest['message']) || (typeof error === 'string' ? error : ''),
    status: status(top['statusCode']) ?? status(top['status']) ?? status(deepest['code']) ?? status(top['code']),
    type: text(deepest['type']) || text(deepest['status']) || text(top['type']),
    code: text(deepest['code']) || text(top['code']),
    headers: headers(top['responseHeaders']),
    body: text(top['responseBody']),
    cause: top['cause'],
  }
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  // Errors keep `message` and `name` where a spread does not reach them.
  return value instanceof Error
    ? { ...value, name: value.name, message: value.message, cause: value.cause }
    : { ...value }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function status(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600 ? value : null
}

function headers(value: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, item] of Object.entries(fields(value))) {
    if (typeof item === 'string') found[name.toLowerCase()] = item
  }
  return found
}

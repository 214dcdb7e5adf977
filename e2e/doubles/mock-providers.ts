import { LLMock, isChatCompletionBody, type ChatCompletionRequest, type ChatMessage } from '@copilotkit/aimock'

/** One call that the mocked model makes. */
export interface MockCall {
  readonly name: string
  readonly arguments: Record<string, unknown>
  /** Given by the server where it is left out. */
  readonly id?: string
}

/** One answer of the mocked model, or one refusal of its server. */
export interface MockAnswer {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly MockCall[]
  /** Instead of an answer. `retryAfter` in seconds. */
  readonly error?: { readonly status: number; readonly message: string; readonly retryAfter?: number }
  /** Milliseconds between the pieces of the stream, and characters of each piece. */
  readonly pace?: { readonly everyMs: number; readonly chars: number }
  /** The socket is torn off this many milliseconds after the first byte. */
  readonly disconnectAfterMs?: number
  /** Status 200 with a body that is no stream, to every request until `heal`. */
  readonly malformed?: true
}

/** A request for an answer as the server took it, brought into one shape for every dialect. */
export interface SentRequest {
  readonly path: string
  readonly messages: readonly ChatMessage[]
  /** Names of the tools that were offered. */
  readonly tools: readonly string[]
}

/** What the connection test of the app says, answered outside of the script. */
export const TEST_WORDS = 'Answer with the word OK.'
/** Tokens that every answer reports, in the words of each dialect. */
const USAGE = {
  input_tokens: 1_200,
  output_tokens: 34,
  prompt_tokens: 1_200,
  completion_tokens: 34,
  promptTokenCount: 1_200,
  candidatesTokenCount: 34,
}
/** The model that Gemini's list names; the server has lists of its own for the others. */
export const GEMINI_MODEL = 'gemini-mock-1'

/** Every provider at once, over HTTP on loopback: scripted answers in, the requests that were sent out. */
export class MockProviders {
  /** Without a trailing slash and without a version path. Readable after `close`, when late requests are still seen. */
  readonly url: string
  readonly #server: LLMock
  readonly #fixtures: { served: boolean; readonly malformed: boolean }[] = []

  private constructor(server: LLMock) {
    this.#server = server
    this.url = server.url
  }

  static async start(): Promise<MockProviders> {
    const server = new LLMock({ port: 0, host: '127.0.0.1', strict: true, journalMaxEntries: 0 })
    server.addFixture({
      match: { predicate: (request) => lastText(request) === TEST_WORDS },
      response: { content: 'OK' },
    })
    server.mount('/v1beta/models', {
      // The server has no list for Gemini. What is not a GET goes on to its own routes.
      async handleRequest(request, response) {
        if (request.method !== 'GET') return false
        const model = {
          name: `models/${GEMINI_MODEL}`,
          displayName: GEMINI_MODEL,
          supportedGenerationMethods: ['generateContent'],
        }
        response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        response.end(JSON.stringify({ models: [model] }))
        return true
      },
    })
    await server.start()
    return new MockProviders(server)
  }

  /** Adds answers, given one after the other to whoever asks. Without one left, the server answers 503. */
  script(...answers: readonly MockAnswer[]): this {
    for (const answer of answers) this.#add(answer)
    return this
  }

  /** Ends what `malformed` began: the next request gets the next answer. */
  heal(): void {
    for (const fixture of this.#fixtures) if (fixture.malformed) fixture.served = true
  }

  /** Requests for an answer, in order, without those of the connection test. */
  requests(): SentRequest[] {
    return this.#server.getRequests().flatMap(({ path, body }) => {
      if (!isChatCompletionBody(body) || lastText(body) === TEST_WORDS) return []
      const tools = (body.tools ?? []).map((tool) => tool.function.name)
      return [{ path, messages: body.messages, tools }]
    })
  }

  /** The last request for an answer. Throws where there is none. */
  lastRequest(): SentRequest {
    const last = this.requests().at(-1)
    if (last === undefined) throw new Error('No request for an answer has reached the mock.')
    return last
  }

  async close(): Promise<void> {
    await this.#server.stop()
  }

  #add(answer: MockAnswer): void {
    const before = this.#fixtures.at(-1)
    const turn = { served: false, malformed: answer.malformed === true }
    this.#fixtures.push(turn)
    const { pace, disconnectAfterMs, malformed } = answer
    this.#server.addFixture({
      match: { predicate: () => !turn.served && before?.served !== false },
      // Not called for a malformed one: the server draws that fault before it looks for an answer.
      response: (request) => {
        turn.served = true
        // Gemini ends a step with calls as it ends any other; the server's own word for it is not Gemini's.
        return request.model === GEMINI_MODEL && answer.error === undefined
          ? { ...asResponse(answer), finishReason: 'stop' }
          : asResponse(answer)
      },
      ...(pace === undefined ? {} : { latency: pace.everyMs, chunkSize: pace.chars }),
      ...(disconnectAfterMs === undefined ? {} : { disconnectAfterMs }),
      ...(malformed === undefined ? {} : { chaos: { malformedRate: 1 } }),
    })
  }
}

/** The results that a request carries for the calls of its last step: call id and text, in order. */
export function resultsOf(request: SentRequest): { id: string; text: string }[] {
  const { messages } = request
  const from = messages.findLastIndex((message) => message.role === 'assistant')
  return messages.slice(from + 1).flatMap((message) => {
    return message.role === 'tool' ? [{ id: message.tool_call_id ?? '', text: textOf(message) }] : []
  })
}

/** What a request ends with, in the person's name. */
export function lastWordsOf({ messages }: SentRequest): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last === undefined ? '' : textOf(last)
}

/** The ids of the calls that a request says the model made in its last step. */
export function callsOf({ messages }: SentRequest): { id: string; name: string }[] {
  const last = messages.findLastIndex((message) => message.role === 'assistant')
  // One dialect tells of each call in a message of its own.
  const first = messages.slice(0, last + 1).findLastIndex((message) => message.role !== 'assistant') + 1
  const calls = messages.slice(first, last + 1).flatMap((message) => message.tool_calls ?? [])
  return calls.map((call) => ({ id: call.id, name: call.function.name }))
}

/** The ids of all calls that a request tells of and of all their results, each list sorted: they must be equal. */
export function pairing({ messages }: SentRequest): { calls: string[]; results: string[] } {
  const calls = messages.flatMap((message) => (message.tool_calls ?? []).map(({ id }) => id))
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id ?? ''] : []))
  return { calls: calls.toSorted(), results: results.toSorted() }
}

/** The plain text of a message. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (content === null) return ''
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('')
}

function lastText(request: ChatCompletionRequest): string {
  const last = request.messages.at(-1)
  return last === undefined ? '' : textOf(last)
}

function asResponse({ text, reasoning, calls, error }: MockAnswer) {
  if (error !== undefined) {
    const { status, message, retryAfter } = error
    return { error: { message }, status, ...(retryAfter === undefined ? {} : { retryAfter }) }
  }
  const thought = reasoning === undefined ? {} : { reasoning }
  const toolCalls = (calls ?? []).map((call) => ({
    name: call.name,
    arguments: JSON.stringify(call.arguments),
    ...(call.id === undefined ? {} : { id: call.id }),
  }))
  if (toolCalls.length === 0) return { content: text ?? '', ...thought, usage: USAGE }
  return text === undefined
    ? { toolCalls, ...thought, usage: USAGE }
    : { content: text, toolCalls, ...thought, usage: USAGE }
}

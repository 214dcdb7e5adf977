import type { Dialect } from '#contracts/models.ts'
import { bodyAsStream } from './body-as-stream.ts'

/** What a recording folder is called, and the wire format that is in it. */
const DIALECT_OF: Readonly<Record<string, Exclude<Dialect, 'scripted'>>> = {
  anthropic: 'anthropic',
  'openai-responses': 'openai-responses',
  'open-responses-responses': 'openai-responses',
  azure: 'openai-responses',
  'openai-chat': 'openai-chat',
  google: 'google',
  openrouter: 'openrouter',
  'openai-compatible': 'openai-compatible',
  'openai-compatible-chat': 'openai-compatible',
  groq: 'openai-compatible',
  mistral: 'openai-compatible',
  'deepseek-chat': 'openai-compatible',
  deepseek: 'openai-compatible',
  xai: 'openai-compatible',
  moonshotai: 'openai-compatible',
  alibaba: 'openai-compatible',
}

/** The wire format of a provider's recordings. Throws a sentence that lists the names it knows. */
export function dialectOf(provider: string): Exclude<Dialect, 'scripted'> {
  const dialect = Object.hasOwn(DIALECT_OF, provider) ? DIALECT_OF[provider] : undefined
  if (dialect !== undefined) return dialect
  throw new Error(`No wire format is known for "${provider}". Known: ${Object.keys(DIALECT_OF).join(', ')}.`)
}

/** One recorded answer, ready to be served. */
export interface RecordedAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/**
 * The answers in a recording: event lines without framing, framed server-sent events, or the body of an
 * answer that was not streamed (served as a stream that says the same). A recording may hold several
 * answers; a new one begins where the last had ended, so two that run into each other stay one.
 */
export function recordedAnswers(dialect: Dialect, text: string): RecordedAnswer[] {
  const whole = parseJson(text)
  if (whole !== undefined && isObject(whole) && !looksLikeEvent(dialect, whole)) return [bodyAsStream(dialect, whole)]
  const framed = /^(event|data):/m.test(text)
  const events = framed ? text.split(/\r?\n\r?\n/).filter((event) => event.trim() !== '') : lines(text)
  const answers: string[][] = []
  let ended = true
  for (const event of events) {
    const type = typeOf(framed ? dataOf(event) : event)
    if (answers.length === 0 || (ended && BEGINS.has(type))) answers.push([])
    if (BEGINS.has(type)) ended = false
    if (ENDS.has(type)) ended = true
    answers.at(-1)?.push(framed ? event : frame(dialect, event, type))
  }
  const closing = !framed && CHAT.has(dialect) ? 'data: [DONE]\n\n' : ''
  return answers.map((answer) => ({
    status: 200,
    contentType: 'text/event-stream',
    body: answer.map((event) => `${event.trimEnd()}\n\n`).join('') + closing,
  }))
}

const CHAT: ReadonlySet<Dialect> = new Set(['openai-chat', 'openrouter', 'openai-compatible'])
const BEGINS = new Set(['message_start', 'response.created'])
const ENDS = new Set(['message_stop', 'response.completed', 'response.incomplete', 'response.failed'])

/** A file of one line is an event, not a body. */
function looksLikeEvent(dialect: Dialect, value: Record<string, unknown>): boolean {
  const type = typeof value['type'] === 'string' ? value['type'] : ''
  if (dialect === 'anthropic') return type !== 'message' && type !== 'error'
  if (dialect === 'openai-responses') return type.startsWith('response.')
  return value['object'] === 'chat.completion.chunk'
}

function frame(dialect: Dialect, event: string, type: string): string {
  return (dialect === 'anthropic' || dialect === 'openai-responses') && type !== ''
    ? `event: ${type}\ndata: ${event}`
    : `data: ${event}`
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '')
}

function dataOf(event: string): string {
  const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return data.map((line) => line.slice(5).trimStart()).join('\n')
}

function typeOf(json: string): string {
  const value = parseJson(json)
  const type = isObject(value) ? value['type'] : undefined
  return typeof type === 'string' ? type : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

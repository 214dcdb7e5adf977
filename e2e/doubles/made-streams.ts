import type { Dialect } from '#contracts/models.ts'
import type { JsonObject } from '#contracts/json.ts'

/** A call that a made stream holds. */
export interface MadeCall {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
}

/** A stream of our own making, and what is in it. */
export interface MadeStream {
  readonly dialect: Exclude<Dialect, 'scripted'>
  readonly body: string
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly MadeCall[]
}

/** What a made stream says unless told otherwise: reasoning, text, one call with difficult content and one without arguments. */
const REASONING = 'Two things 🧭 to do.'
const TEXT = 'Schön, I “do” both 😀.'
const CALLS: readonly MadeCall[] = [
  { id: 'id_a1', name: 'write_note', arguments: { path: 'süß/日本.txt', text: 'a "b" \\ {\n}😀', n: 12 } },
  { id: 'id_b2', name: 'list_notes', arguments: {} },
]

/** What a made stream is to say. */
export interface Said {
  readonly reasoning: string
  readonly text: string
  readonly calls: readonly MadeCall[]
}

const USUAL: Said = { reasoning: REASONING, text: TEXT, calls: CALLS }

/** Pieces of a text by UTF-16 units, so that some border falls inside of a surrogate pair. */
function inPieces(text: string, size: number): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; from += size) found.push(text.slice(from, from + size))
  return found
}

function framed(events: readonly JsonObject[], options: { named?: boolean; done?: boolean } = {}): string {
  const body = events.map(
    (event) => `${options.named === true ? `event: ${String(event['type'])}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
  )
  return body.join('') + (options.done === true ? 'data: [DONE]\n\n' : '')
}

function anthropic(said: Said): JsonObject[] {
  const block = (index: number, content_block: JsonObject, deltas: JsonObject[]): JsonObject[] => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta): JsonObject => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'made',
        content: [],
        usage: { input_tokens: 90, output_tokens: 1 },
      },
    },
    ...block(0, { type: 'thinking', thinking: '' }, [
      ...inPieces(said.reasoning, 12).map((thinking): JsonObject => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'c2ln' },
    ]),
    ...block(
      1,
      { type: 'text', text: '' },
      inPieces(said.text, 20).map((text) => ({ type: 'text_delta', text })),
    ),
    ...said.calls.flatMap((call, index) =>
      block(
        index + 2,
        { type: 'tool_use', id: call.id, name: call.name, input: {} },
        argumentPieces(call).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ),
    ),
    {
      type: 'message_delta',
      delta: { stop_reason: said.calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 40 },
    },
    { type: 'message_stop' },
  ]
}

/** The arguments in pieces; a call without arguments sends none at all. */
function argumentPieces(call: MadeCall): string[] {
  return Object.keys(call.arguments).length === 0 ? [] : inPieces(JSON.stringify(call.arguments), 45)
}

function responses(said: Said): JsonObject[] {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] as JsonObject[] }
  const message = { type: 'message', id: 'msg_1', role: 'assistant' }
  const item = (output_index: number, added: JsonObject, between: JsonObject[], done: JsonObject): JsonObject[] => [
    { type: 'response.output_item.added', output_index, item: added },
    ...between,
    { type: 'response.output_item.done', output_index, item: done },
  ]
  const part = { item_id: 'rs_1', output_index: 0, summary_index: 0 }
  const base = { id: 'resp_1', object: 'response', created_at: 1, model: 'made' }
  return [
    { type: 'response.created', response: { ...base, status: 'in_progress' } },
    ...item(
      0,
      reasoning,
      [
        { type: 'response.reasoning_summary_part.added', ...part },
        ...inPieces(said.reasoning, 12).map((delta): JsonObject => ({
          type: 'response.reasoning_summary_text.delta',
          ...part,
          delta,
        })),
        { type: 'response.reasoning_summary_part.done', ...part },
      ],
      { ...reasoning, encrypted_content: 'ZW5j' },
    ),
    ...item(
      1,
      { ...message, content: [] },
      inPieces(said.text, 20).map((delta) => ({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 1,
        content_index: 0,
        delta,
      })),
      { ...message, content: [{ type: 'output_text', text: said.text, annotations: [] }] },
    ),
    ...said.calls.flatMap((call, index) => {
      const output_index = index + 2
      const head = { type: 'function_call', id: `fc_${index}`, call_id: call.id, name: call.name }
      const deltas = argumentPieces(call).map((delta): JsonObject => ({
        type: 'response.function_call_arguments.delta',
        item_id: head.id,
        output_index,
        delta,
      }))
      const done = { ...head, arguments: JSON.stringify(call.arguments), status: 'completed' }
      return item(output_index, { ...head, arguments: '' }, deltas, done)
    }),
    {
      type: 'response.completed',
      response: { ...base, status: 'completed', usage: { input_tokens: 90, output_tokens: 40 } },
    },
  ]
}

function chat(reasoningField: 'reasoning_content' | 'reasoning' | null, said: Said): JsonObject[] {
  const chunk = (delta: JsonObject, finish_reason: string | null = null): JsonObject => ({
    choices: [{ index: 0, delta, ...(finish_reason === null ? {} : { finish_reason }) }],
  })
  const details = (text: string): JsonObject =>
    reasoningField === 'reasoning' ? { reasoning_details: [{ type: 'reasoning.text', index: 0, text }] } : {}
  return [
    ...(reasoningField === null
      ? []
      : inPieces(said.reasoning, 12).map((text) => chunk({ [reasoningField]: text, ...details(text) }))),
    ...(reasoningField === 'reasoning'
      ? [chunk({ reasoning: '', reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 'c2ln' }] })]
      : []),
    ...inPieces(said.text, 20).map((content) => chunk({ content })),
    ...said.calls.flatMap((call, index) => [
      chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
      ...inPieces(JSON.stringify(call.arguments), 45).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
    chunk({}, said.calls.length > 0 ? 'tool_calls' : 'stop'),
    {
      choices: [],
      usage: { prompt_tokens: 90, completion_tokens: 40, cost: 0.00042 },
    },
  ]
}

function google(said: Said): JsonObject[] {
  const chunk = (parts: JsonObject[], finishReason?: string): JsonObject => ({
    candidates: [
      { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
    ],
    ...(finishReason === undefined
      ? {}
      : { usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 40, totalTokenCount: 130 } }),
  })
  return [
    ...inPieces(said.reasoning, 20).map((text) => chunk([{ text, thought: true }])),
    // Gemini never splits a pair over two events, so the pieces are cut at words.
    ...said.text.split(/(?<= )/).map((text) => chunk([{ text }])),
    ...said.calls.map((call, index) =>
      chunk([
        {
          functionCall: { id: call.id, name: call.name, args: call.arguments },
          ...(index === 0 ? { thoughtSignature: 'c2ln' } : {}),
        },
      ]),
    ),
    chunk([{ text: '' }], 'STOP'),
  ]
}

/** The made stream of a dialect. Without reasoning, text or calls where `wanted` empties them. */
export function madeStream(dialect: MadeStream['dialect'], wanted: Partial<Said> = {}): MadeStream {
  const said = { ...USUAL, ...wanted }
  const whole = (body: string, reasoning = said.reasoning): MadeStream => ({
    dialect,
    body,
    text: said.text,
    reasoning,
    calls: said.calls,
  })
  switch (dialect) {
    case 'anthropic':
      return whole(framed(anthropic(said), { named: true }))
    case 'openai-responses':
      return whole(framed(responses(said), { named: true }))
    case 'google':
      return whole(framed(google(said)))
    case 'openai-chat':
      return whole(framed(chat(null, said), { done: true }), '')
    case 'openrouter':
      return whole(framed(chat('reasoning', said), { done: true }))
    case 'openai-compatible':
      return whole(framed(chat('reasoning_content', said), { done: true }))
  }
}

/** Every dialect that has a made stream. */
export const MADE_DIALECTS: readonly MadeStream['dialect'][] = [
  'anthropic',
  'openai-responses',
  'openai-chat',
  'google',
  'openrouter',
  'openai-compatible',
]

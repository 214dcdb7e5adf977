import { z } from '#contracts/zod.ts'
import type { Dialect } from '#contracts/models.ts'
import type { RecordedAnswer } from './recorded-stream.ts'

const Loose = z.record(z.string(), z.unknown())
const Message = z.looseObject({ content: z.array(Loose), stop_reason: z.unknown(), usage: z.unknown() })
const Output = z.looseObject({ output: z.array(Loose), status: z.string().optional() })
const Choice = z.looseObject({
  message: z.looseObject({ tool_calls: z.array(z.looseObject({})).nullish() }),
  finish_reason: z.unknown(),
})
const Completion = z.looseObject({ choices: z.array(Choice) })

/**
 * An answer that was recorded as one JSON body, as a stream that says the same. A body that is an error is
 * served as one, with the status that goes with it.
 */
export function bodyAsStream(dialect: Dialect, body: Record<string, unknown>): RecordedAnswer {
  if (isSet(body['error'])) return { status: 400, contentType: 'application/json', body: JSON.stringify(body) }
  const events = eventsOf(dialect, body)
  const named = dialect === 'anthropic' || dialect === 'openai-responses'
  const closing = dialect === 'google' || named ? '' : 'data: [DONE]\n\n'
  const framed = events.map(
    (event) => `${named ? `event: ${String(event['type'])}\n` : ''}data: ${JSON.stringify(event)}\n\n`,
  )
  return { status: 200, contentType: 'text/event-stream', body: framed.join('') + closing }
}

function eventsOf(dialect: Dialect, body: Record<string, unknown>): Record<string, unknown>[] {
  switch (dialect) {
    case 'google':
      return [body]
    case 'anthropic':
      return anthropicEvents(Message.parse(body))
    case 'openai-responses':
      return responsesEvents(Output.parse(body))
    default:
      return chatEvents(Completion.parse(body))
  }
}

function anthropicEvents(message: z.infer<typeof Message>): Record<string, unknown>[] {
  const { content, stop_reason, usage } = message
  const blocks = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: emptied(block) },
    ...anthropicDeltas(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ])
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
}

/** A block as it begins: without what its deltas bring. */
function emptied(block: Record<string, unknown>): Record<string, unknown> {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '' }
    case 'tool_use':
    case 'server_tool_use':
      return { ...block, input: {} }
    default:
      return block
  }
}

function anthropicDeltas(block: Record<string, unknown>): Record<string, unknown>[] {
  switch (block['type']) {
    case 'text':
      return [{ type: 'text_delta', text: block['text'] }]
    case 'thinking':
      return [
        { type: 'thinking_delta', thinking: block['thinking'] },
        { type: 'signature_delta', signature: block['signature'] },
      ]
    case 'tool_use':
    case 'server_tool_use':
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input'] ?? {}) }]
    default:
      return []
  }
}

function responsesEvents(response: z.infer<typeof Output>): Record<string, unknown>[] {
  const items = response.output.flatMap((item, output_index) => [
    { type: 'response.output_item.added', output_index, item: begun(item) },
    ...responsesDeltas(item, output_index),
    { type: 'response.output_item.done', output_index, item },
  ])
  const end = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return [
    { type: 'response.created', response: { ...response, output: [], status: 'in_progress' } },
    ...items,
    { type: end, response },
  ]
}

function begun(item: Record<string, unknown>): Record<string, unknown> {
  if (item['type'] === 'function_call') return { ...item, arguments: '', status: 'in_progress' }
  if (item['type'] === 'message') return { ...item, content: [], status: 'in_progress' }
  return item
}

function responsesDeltas(item: Record<string, unknown>, output_index: number): Record<string, unknown>[] {
  const item_id = item['id']
  if (item['type'] === 'function_call') {
    return [{ type: 'response.function_call_arguments.delta', item_id, output_index, delta: item['arguments'] }]
  }
  if (item['type'] !== 'message') return []
  const content = z.array(Loose).catch([]).parse(item['content'])
  return content.flatMap((part, content_index) =>
    part['type'] === 'output_text'
      ? [{ type: 'response.output_text.delta', item_id, output_index, content_index, delta: part['text'] }]
      : [],
  )
}

function chatEvents(completion: z.infer<typeof Completion>): Record<string, unknown>[] {
  const { choices, ...rest } = completion
  const shared = { ...rest, object: 'chat.completion.chunk' }
  const streamed = choices.map(({ message, finish_reason, ...choice }) => {
    const calls = message.tool_calls?.map((call, index) => ({ index, ...call }))
    return { ...choice, delta: { ...message, ...(calls === undefined ? {} : { tool_calls: calls }) }, finish_reason }
  })
  return [{ ...shared, choices: streamed }]
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

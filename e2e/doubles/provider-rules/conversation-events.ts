import { z } from '#contracts/zod.ts'
import type { WireFormat } from './request-facts.ts'

/** What one side of a conversation does, whatever the wire format. */
export type ConversationEvent =
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'shown' }
  | { readonly kind: 'thought' }
  /** `input` as an object where it is sent as text; null where that text holds none. */
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  /** `text` is all that it says; `name` null where the format does not repeat it. */
  | { readonly kind: 'result'; readonly id: string; readonly name: string | null; readonly text: string }

/** A stretch of a conversation in which one side has the word. Instructions of the system are in none. */
export interface ConversationTurn {
  readonly by: 'user' | 'model'
  readonly events: readonly ConversationEvent[]
}

const Loose = z.looseObject({})
const List = z.array(Loose)
type Loose = z.infer<typeof Loose>

/** The turns of a request body. Throws where it is not even roughly of its format. */
export function readConversation(body: unknown, format: WireFormat): ConversationTurn[] {
  const whole = Loose.parse(body)
  switch (format) {
    case 'anthropic':
      return List.parse(whole['messages']).map((message) => ({ by: side(message), events: blocks(message['content']) }))
    case 'openai-chat':
      return List.parse(whole['messages']).flatMap((message) => chatTurn(message))
    case 'openai-responses':
      return joined(List.parse(whole['input']).flatMap((item) => itemTurn(item)))
    case 'google':
      return List.parse(whole['contents']).map((content, at) => ({
        by: side(content),
        events: googleParts(content, at),
      }))
  }
}

function side(message: Loose): ConversationTurn['by'] {
  return message['role'] === 'user' || message['role'] === 'tool' ? 'user' : 'model'
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** All that a content says; a picture speaks for itself. */
function spoken(content: unknown): string {
  if (!Array.isArray(content)) return text(content)
  return List.parse(content)
    .map((part) => ('text' in part ? text(part['text']) : 'a picture'))
    .join(' ')
}

function said(content: unknown): ConversationEvent[] {
  if (typeof content === 'string') return [{ kind: 'said', text: content }]
  if (!Array.isArray(content)) return []
  return List.parse(content).map((part) =>
    'text' in part ? { kind: 'said', text: text(part['text']) } : { kind: 'shown' },
  )
}

function blocks(content: unknown): ConversationEvent[] {
  if (typeof content === 'string') return said(content)
  return List.parse(content).flatMap((block): ConversationEvent[] => {
    switch (block['type']) {
      case 'tool_use':
        return [{ kind: 'call', id: text(block['id']), name: text(block['name']), input: block['input'] }]
      case 'tool_result':
        return [{ kind: 'result', id: text(block['tool_use_id']), name: null, text: spoken(block['content']) }]
      case 'thinking':
      case 'redacted_thinking':
        return [{ kind: 'thought' }]
      default:
        return said([block])
    }
  })
}

function chatTurn(message: Loose): ConversationTurn[] {
  const { role, content } = message
  if (role === 'system' || role === 'developer') return []
  if (role === 'tool')
    return [
      {
        by: 'user',
        events: [{ kind: 'result', id: text(message['tool_call_id']), name: null, text: spoken(content) }],
      },
    ]
  const calls = List.parse(message['tool_calls'] ?? []).map((call): ConversationEvent => {
    const made = Loose.parse(call['function'])
    return { kind: 'call', id: text(call['id']), name: text(made['name']), input: fromText(made['arguments']) }
  })
  const thoughts: ConversationEvent[] =
    message['reasoning_content'] === undefined && message['reasoning_details'] === undefined
      ? []
      : [{ kind: 'thought' }]
  return [{ by: side(message), events: [...thoughts, ...said(content), ...calls] }]
}

function itemTurn(item: Loose): ConversationTurn[] {
  const id = text(item['call_id'])
  switch (item['type']) {
    case 'function_call':
      return [
        { by: 'model', events: [{ kind: 'call', id, name: text(item['name']), input: fromText(item['arguments']) }] },
      ]
    case 'function_call_output':
      return [{ by: 'user', events: [{ kind: 'result', id, name: null, text: spoken(item['output']) }] }]
    case 'reasoning':
      return [{ by: 'model', events: [{ kind: 'thought' }] }]
    default:
      if (item['role'] === 'system' || item['role'] === 'developer') return []
      return [{ by: side(item), events: said(item['content']) }]
  }
}

/** Items of one side in a row are one turn: here each thought, text and call is an item of its own. */
function joined(turns: readonly ConversationTurn[]): ConversationTurn[] {
  const found: ConversationTurn[] = []
  for (const turn of turns) {
    const last = found.at(-1)
    // An empty message must stay one to be seen.
    if (last?.by !== turn.by || turn.events.length === 0 || last.events.length === 0) found.push(turn)
    else found[found.length - 1] = { by: turn.by, events: [...last.events, ...turn.events] }
  }
  return found
}

/** Responses come first: among the parts of one content their place is not looked at. A call may have no id there. */
function googleParts(content: Loose, at: number): ConversationEvent[] {
  const results: ConversationEvent[] = []
  const others: ConversationEvent[] = []
  for (const part of List.parse(content['parts'])) {
    if ('functionResponse' in part) {
      const { id, name, response } = Loose.parse(part['functionResponse'])
      const words = Object.entries(Loose.parse(response)).filter(([key]) => key !== 'name')
      const number = results.length
      results.push({
        kind: 'result',
        id: id === undefined ? `${at - 1}/${number}` : text(id),
        name: text(name),
        text: words.map(([, value]) => text(value)).join(' '),
      })
    } else if ('functionCall' in part) {
      const { id, name, args } = Loose.parse(part['functionCall'])
      const number = others.filter((event) => event.kind === 'call').length
      others.push({ kind: 'call', id: id === undefined ? `${at}/${number}` : text(id), name: text(name), input: args })
    } else if (part['thought'] === true) others.push({ kind: 'thought' })
    // A text that only carries a signature says nothing, and may.
    else if (part['thoughtSignature'] === undefined || text(part['text']).trim() !== '') others.push(...said([part]))
  }
  return [...results, ...others]
}

function fromText(value: unknown): unknown {
  try {
    return JSON.parse(text(value))
  } catch {
    return null
  }
}

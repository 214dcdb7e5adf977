import { WIRE_NAME, type CallRecord } from '#contracts/calls.ts'
import type { AgentMessage, Message, Part, UserMessage } from '#contracts/messages.ts'
import type { ModelMessage } from '#contracts/ports/model.ts'
import type { ModelContent } from '#contracts/views.ts'
import { readArguments } from '../read-arguments.ts'
import { personalText } from './personal-text.ts'

type NativeContent = Extract<ModelMessage, { role: 'agent' }>['content'][number]

/**
 * What a provider is told of the past (spec RS1, RS6). A group (an agent message and all its outcomes)
 * goes natively or as flat text, whole; each result exactly once; nothing is invented. Groups that are
 * complete never change, so their projection is kept. What stands before a cleared mark is not told at all.
 */
export class ModelProjection {
  /** The projection of the leading messages that can never change: a step costs what is new, not what is old. */
  #settled: ModelMessage[] = []
  #settledCount = 0
  #settledLast: Message | undefined

  /** `call` finds the journal entry of a call. A call without an outcome makes its group flat. */
  project(messages: readonly Message[], call: (callId: string) => CallRecord | undefined): ModelMessage[] {
    if (messages[this.#settledCount - 1] !== this.#settledLast) {
      this.#settled = []
      this.#settledCount = 0
    }
    let open: ModelMessage[] = []
    let settled = true
    for (let index = this.#settledCount; index < messages.length; index += 1) {
      const message = messages[index]
      if (message === undefined) break
      if (message.role === 'note' && message.note === 'cleared') {
        // Nothing before it is ever told again, so nothing of it can change either.
        this.#settled = []
        open = []
        settled = true
      }
      const { projected, final } = projectMessage(message, call)
      settled &&= final
      if (!settled) open.push(...projected)
      else {
        this.#settled.push(...projected)
        this.#settledCount = index + 1
        this.#settledLast = message
      }
    }
    return [...this.#settled, ...open]
  }
}

function projectMessage(
  message: Message,
  call: (callId: string) => CallRecord | undefined,
): { projected: ModelMessage[]; final: boolean } {
  switch (message.role) {
    case 'user':
      if (message.act !== undefined) return projectAct(message, call)
      return { projected: [{ role: 'user', content: userContent(message.parts) }], final: true }
    case 'note':
      return {
        projected: message.toModel ? [{ role: 'user', content: [{ type: 'text', text: `[${message.text}]` }] }] : [],
        final: true,
      }
    case 'agent':
      return projectAgent(message, call)
  }
}

/** What the person did himself: a native intent is told in his words, a slash command not at all. */
function projectAct(
  message: UserMessage,
  call: (callId: string) => CallRecord | undefined,
): { projected: ModelMessage[]; final: boolean } {
  if (message.act?.source !== 'native-intent') return { projected: [], final: true }
  const records = message.parts.flatMap((part) => (part.type === 'call' ? [call(part.callId)] : []))
  const content = records.flatMap((record) => personalText(message, record))
  return {
    projected: content.length === 0 ? [] : [{ role: 'user', content }],
    // One whose record cannot be read has nothing to be told, now or later.
    final: records.every((record) => record === undefined || record.outcome !== undefined),
  }
}

function userContent(parts: readonly Part[]): ModelContent {
  const content: ModelContent = []
  for (const part of parts) {
    if (part.type === 'text' && part.text.trim() !== '') content.push({ type: 'text', text: part.text })
    if (part.type === 'image') content.push({ type: 'image', mediaType: part.mediaType, base64: part.base64 })
    if (part.type === 'file')
      content.push({
        type: 'text',
        text: `[The user put the file ${part.path} (${part.size} bytes) into the workspace.]`,
      })
  }
  // A message must not be empty: several providers answer 400 to one.
  return content.length > 0 ? content : [{ type: 'text', text: '[An empty message.]' }]
}

function projectAgent(
  message: AgentMessage,
  call: (callId: string) => CallRecord | undefined,
): { projected: ModelMessage[]; final: boolean } {
  const records = message.parts.flatMap((part) => (part.type === 'call' ? [call(part.callId)] : []))
  const settled = records.every((record) => record?.outcome !== undefined)
  const final = settled && message.state !== 'streaming'
  // A name that no provider accepts would be refused with every later request: such a group is told in words.
  const legal = records.every((record) => record !== undefined && WIRE_NAME.test(record.call.name))
  const native = message.metadata.nativeReplaySafe && settled && legal && message.state === 'complete'
  if (!native) return { projected: flat(message, records), final }

  const content: NativeContent[] = []
  const results: Extract<ModelMessage, { role: 'results' }>['results'][number][] = []
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') content.push(echoed(part))
    else if (part.type === 'call') {
      const record = call(part.callId)
      if (record?.outcome === undefined) continue
      const { call: finalized, plan, outcome } = record
      content.push({
        type: 'call',
        callId: finalized.id,
        providerId: finalized.providerId,
        name: finalized.name,
        // Of a call that was refused at planning: an object that every provider takes back.
        arguments: plan.status === 'planned' ? plan.arguments : (readArguments(finalized.rawArguments) ?? {}),
        ...(finalized.echo === undefined ? {} : { echo: finalized.echo }),
      })
      results.push({
        callId: finalized.id,
        providerId: finalized.providerId,
        name: finalized.name,
        failed: outcome.status !== 'ok',
        content: outcome.model,
        ...(outcome.status === 'ok' && outcome.client.kind === 'answer' ? { question: outcome.client.question } : {}),
      })
    }
  }
  if (content.every((item) => item.type === 'reasoning' || (item.type === 'text' && item.text.trim() === '')))
    return { projected: [], final }
  const projected: ModelMessage[] = [{ role: 'agent', content, echoScope: message.metadata.echoScope }]
  if (results.length > 0) projected.push({ role: 'results', results })
  return { projected, final }
}

function echoed(part: Extract<Part, { type: 'text' | 'reasoning' }>): NativeContent {
  return { type: part.type, text: part.text, ...(part.echo === undefined ? {} : { echo: part.echo }) }
}

/** The words that were said, then one user text with every result. Reasoning and echo values are dropped whole. */
function flat(message: AgentMessage, records: readonly (CallRecord | undefined)[]): ModelMessage[] {
  const text = message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()
  const projected: ModelMessage[] = []
  if (text !== '')
    projected.push({ role: 'agent', content: [{ type: 'text', text }], echoScope: message.metadata.echoScope })
  const content: ModelContent = []
  for (const record of records) {
    if (record?.outcome === undefined) continue
    content.push(
      { type: 'text', text: `${record.call.name}(${record.call.rawArguments}) → ${record.outcome.status}` },
      ...record.outcome.model,
    )
  }
  if (content.length > 0)
    projected.push({ role: 'user', content: [{ type: 'text', text: '[Executed tool results]' }, ...content] })
  return projected
}

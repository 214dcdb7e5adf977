import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { JsonValue } from '#contracts/json.ts'
import type { EchoScope } from '#contracts/messages.ts'
import type { ModelMessage, ModelRequest } from '#contracts/ports/model.ts'
import type { ModelContent } from '#contracts/views.ts'
import { wellFormed } from '#contracts/well-formed.ts'
import { echoOptions } from './echo.ts'
import { sameScope } from './same-scope.ts'
import { wireIds } from './wire-ids.ts'
import { wireName } from './wire-name.ts'

type Assistant = Extract<LanguageModelV4Message, { role: 'assistant' }>
type User = Extract<LanguageModelV4Message, { role: 'user' }>
type AgentMessage = Extract<ModelMessage, { role: 'agent' }>
type ToolResults = Extract<LanguageModelV4Message, { role: 'tool' }>

/** What a dialect can take. */
export interface PromptTraits {
  /** Images may stand inside a result; otherwise they follow it as a message of the user. */
  readonly imagesInResults: boolean
  /** A failed result has a form of its own; otherwise its text must say it. */
  readonly marksFailures: boolean
  /** Whether a reasoning part with this echo may go back; the answer's place is already known to be the same. */
  readonly keepsReasoning: (echo: JsonValue | undefined) => boolean
  /** A reasoning part means something only before what it led to: at the end of an answer it is left out. */
  readonly reasoningLeads?: true
  /** What to send with an answer as a whole, from the echoes of its parts. */
  readonly answerOptions?: (echoes: readonly JsonValue[]) => SharedV4ProviderOptions | undefined
}

/**
 * The conversation as the library's prompt. Echo values go back only to exactly the place they came from
 * (spec PV4); reasoning of any other place is left out. Blank text, which providers answer with a 400, is
 * never sent, nor is half a surrogate pair.
 */
export function toPrompt(
  request: ModelRequest,
  scope: EchoScope,
  traits: PromptTraits,
  readsImages: boolean,
): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = []
  const ids = wireIds(request.messages, scope)
  if (request.system.trim() !== '') prompt.push({ role: 'system', content: wellFormed(request.system) })
  const messages = asTalk(request.messages)
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        pushUser(prompt, message.content, readsImages)
        break
      case 'agent': {
        const answer = toAssistant(message, sameScope(message.echoScope, scope), traits, ids)
        if (answer === null) break
        const before = prompt.at(-1)?.role
        if (before === undefined || before === 'system' || before === 'assistant') pushUser(prompt, LOST, readsImages)
        prompt.push(answer)
        break
      }
      case 'results': {
        const results: ToolResults = { role: 'tool', content: [] }
        const after: ModelContent = []
        for (const result of message.results) {
          const text = wellFormed(textOf(result.content, readsImages)) || '(no output)'
          const images = readsImages ? result.content.filter((part) => part.type === 'image') : []
          const inside = traits.imagesInResults && !result.failed
          results.content.push({
            type: 'tool-result',
            toolCallId: ids(result.callId),
            toolName: wireName(result.name),
            output:
              result.failed && traits.marksFailures
                ? { type: 'error-text', value: text }
                : inside && images.length > 0
                  ? { type: 'content', value: [{ type: 'text', text }, ...images.map(filePart)] }
                  : { type: 'text', value: text },
          })
          if (!inside && images.length > 0)
            after.push({ type: 'text', text: `What ${wireName(result.name)} showed:` }, ...images)
        }
        if (results.content.length > 0) prompt.push(results)
        pushUser(prompt, after, readsImages)
      }
    }
  }
  return prompt
}

/**
 * Where an answer of the agent's did nothing but ask the person, its words and the question are the agent's, and what
 * came of it is the person's: the decision stays, the call and its result go (spec RS4).
 */
function asTalk(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message, at): ModelMessage | ModelMessage[] => {
    if (message.role === 'results' && isAnswer(message)) {
      const content = message.results.flatMap((result) => result.content)
      const isEmpty = content.every((part) => part.type === 'text' && part.text.trim() === '')
      return { role: 'user', content: isEmpty ? [{ type: 'text', text: '(no answer)' }] : content }
    }
    const next = messages[at + 1]
    if (message.role !== 'agent' || next?.role !== 'results' || !isAnswer(next)) return message
    const said = message.content.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []))
    const text = [...said, ...next.results.map(({ question = '' }) => question)].join('\n\n')
    return { ...message, content: [{ type: 'text', text }] }
  })
}

function isAnswer({ results }: Extract<ModelMessage, { role: 'results' }>): boolean {
  return results.length > 0 && results.every(({ question }) => question !== undefined)
}

function pushUser(prompt: LanguageModelV4Prompt, content: ModelContent, readsImages: boolean): void {
  const parts: User['content'] = []
  for (const part of content) {
    if (part.type === 'text') {
      if (part.text.trim() !== '') parts.push({ type: 'text', text: wellFormed(part.text) })
    } else if (readsImages) parts.push(filePart(part))
    else parts.push({ type: 'text', text: UNREADABLE_IMAGE })
  }
  if (parts.length > 0) prompt.push({ role: 'user', content: parts })
}

function toAssistant(
  message: AgentMessage,
  same: boolean,
  traits: PromptTraits,
  ids: (callId: string) => string,
): Assistant | null {
  const content: Assistant['content'] = []
  const echoes: JsonValue[] = []
  for (const part of message.content) {
    const providerOptions = same ? echoOptions(part.echo) : undefined
    const withOptions = providerOptions === undefined ? {} : { providerOptions }
    if (same && part.echo !== undefined) echoes.push(part.echo)
    switch (part.type) {
      case 'text':
        // A blank text may carry a signature that the provider wants back in its place.
        if (part.text.trim() !== '' || providerOptions?.['google']?.['thoughtSignature'] !== undefined)
          content.push({ type: 'text', text: wellFormed(part.text), ...withOptions })
        break
      case 'reasoning':
        // Signed text goes back as it came: even a repair would break its signature.
        if (same && traits.keepsReasoning(part.echo))
          content.push({ type: 'reasoning', text: part.text, ...withOptions })
        break
      case 'call':
        content.push({
          type: 'tool-call',
          toolCallId: ids(part.callId),
          toolName: wireName(part.name),
          input: deepWellFormed(part.arguments),
          ...withOptions,
        })
    }
  }
  if (traits.reasoningLeads === true) content.splice(content.findLastIndex((part) => part.type !== 'reasoning') + 1)
  if (content.length === 0) return null
  const providerOptions = traits.answerOptions?.(echoes)
  return { role: 'assistant', content, ...(providerOptions === undefined ? {} : { providerOptions }) }
}

/**
 * Said before an answer that nothing led to, as where a damaged message was left out: Anthropic answers 400 to a
 * conversation that the model begins, Google to calls that follow its own words.
 */
const LOST: ModelContent = [{ type: 'text', text: '[What stood here is lost.]' }]
const UNREADABLE_IMAGE = '[An image was here. This model reads no images.]'

function textOf(content: ModelContent, readsImages: boolean): string {
  const texts = content.map((part) => (part.type === 'text' ? part.text : readsImages ? '' : UNREADABLE_IMAGE))
  return texts.filter((text) => text.trim() !== '').join('\n')
}

function filePart(image: Extract<ModelContent[number], { type: 'image' }>) {
  return { type: 'file' as const, mediaType: image.mediaType, data: { type: 'data' as const, data: image.base64 } }
}

function deepWellFormed(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) return value.map(deepWellFormed)
  if (value === null || typeof value !== 'object') return value
  // Entries, not assignment: a key named __proto__ must stay a key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [wellFormed(key), deepWellFormed(item)]))
}

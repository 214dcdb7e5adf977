import { z } from '#contracts/zod.ts'
import type { RequestFacts } from './request-facts.ts'
import { complaints, repeated, SaidText, ToolName } from './text-rules.ts'

const Cache = z.strictObject({ type: z.literal('ephemeral') }).optional()
/** Messages API reference, `id`: "String should match pattern '^[a-zA-Z0-9_-]+$'"; no length is named. */
const CallId = z.string().regex(/^[a-zA-Z0-9_-]+$/, 'the id of a call is not legal')
/** "text content blocks must contain non-whitespace text" (anthropics/claude-code#23440). */
const Text = z.strictObject({ type: z.literal('text'), text: SaidText, cache_control: Cache })
/** Vision guide: the four types of picture that are read. */
const Image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    data: z.string().min(1, 'a picture is empty'),
  }),
  cache_control: Cache,
})
const Result = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: CallId,
  content: z.union([SaidText, z.array(z.discriminatedUnion('type', [Text, Image])).min(1, 'a result is empty')]),
  is_error: z.boolean().optional(),
  cache_control: Cache,
})
const Call = z.strictObject({
  type: z.literal('tool_use'),
  id: CallId,
  name: ToolName,
  input: z.record(z.string(), z.unknown()),
  cache_control: Cache,
})
/** A thinking block has no room for a cache mark: "Extra inputs are not permitted". */
const Thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().min(1) })
const Redacted = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) })

const UserMessage = z.strictObject({
  role: z.literal('user'),
  content: z.array(z.discriminatedUnion('type', [Text, Image, Result])).min(1, 'a message is empty'),
})
const AssistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.array(z.discriminatedUnion('type', [Text, Call, Thinking, Redacted])).min(1, 'a message is empty'),
})
const Body = z.looseObject({
  system: z.array(Text).min(1).optional(),
  messages: z
    .array(z.discriminatedUnion('role', [UserMessage, AssistantMessage]))
    .min(1, 'at least one message is required'),
  tools: z
    .array(z.looseObject({ name: ToolName, input_schema: z.looseObject({ type: z.literal('object') }) }))
    .optional(),
  thinking: z.looseObject({ type: z.string() }).optional(),
})
type Messages = z.infer<typeof Body>['messages']

/** Messages API: what `body` breaks of its rules. */
export function brokenByAnthropic(body: unknown, facts: RequestFacts): string[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return complaints(parsed.error, 'body')
  const { system = [], messages, tools = [], thinking } = parsed.data
  const calls = messages.flatMap((message) => callsOf(message).map(({ id }) => id))
  const marks = [...system, ...messages.flatMap(({ content }): object[] => content)].filter(
    (block) => 'cache_control' in block && block.cache_control !== undefined,
  ).length
  return [
    // "messages: first message must use the "user" role" (Messages API reference).
    ...(messages[0]?.role === 'user' ? [] : ['messages.0: the first message is not a user’s']),
    // "`tool_use` ids must be unique" (anthropics/claude-code#20693).
    ...repeated(calls).map((id) => `two calls have the id ${id}`),
    ...repeated(tools.map(({ name }) => name)).map((name) => `two tools have the name ${name}`),
    // "A maximum of 4 blocks with cache_control may be provided" (prompt caching guide).
    ...(marks > 4 ? [`${marks} cache marks, more than 4`] : []),
    ...messages.flatMap((_, at) => pairing(messages, at)),
    ...messages.flatMap((_, at) => thoughts(messages, at, facts)),
    ...ending(messages, facts),
    ...(thinking?.type === 'enabled' ? manualThinking(messages) : []),
  ]
}

function callsOf(message: Messages[number] | undefined): z.infer<typeof Call>[] {
  return message?.role === 'assistant' ? message.content.filter((block) => block.type === 'tool_use') : []
}

/**
 * Tool use guide: results come in the very next message, one for each call, and before anything else in it. "`tool_use`
 * ids were found without `tool_result` blocks immediately after" (anomalyco/opencode#21326), "unexpected `tool_use_id`"
 * (openclaw/openclaw#8525), "each tool_use must have a single result".
 */
function pairing(messages: Messages, at: number): string[] {
  const message = messages[at]
  const next = messages[at + 1]
  const asked = callsOf(messages[at - 1]).map(({ id }) => id)
  const found: string[] = []
  for (const { id } of callsOf(message)) {
    const answers = next?.role === 'user' ? next.content.filter((block) => 'tool_use_id' in block) : []
    const times = answers.filter((block) => block.tool_use_id === id).length
    if (times === 0) found.push(`messages.${at}: call ${id} has no result in the next message`)
    if (times > 1) found.push(`messages.${at + 1}: call ${id} has ${times} results`)
  }
  if (message?.role !== 'user') return found
  const results = message.content.filter((block) => block.type === 'tool_result')
  for (const result of results) {
    if (!asked.includes(result.tool_use_id)) found.push(`messages.${at}: result ${result.tool_use_id} has no call`)
    // "all content must be type "text" if is_error is true" (Messages API).
    const shows = typeof result.content !== 'string' && result.content.some((block) => block.type === 'image')
    if (result.is_error === true && shows) found.push(`messages.${at}: a picture in a failed result`)
  }
  const leading = message.content.slice(0, results.length)
  if (leading.some((block) => block.type !== 'tool_result')) found.push(`messages.${at}: results do not come first`)
  return found
}

/** Extended thinking guide: blocks go back unmodified, and mean something only to the model that made them. */
function thoughts(messages: Messages, at: number, { echoes }: RequestFacts): string[] {
  return (messages[at]?.content ?? []).flatMap((block) => {
    const seal = block.type === 'thinking' ? block.signature : block.type === 'redacted_thinking' ? block.data : null
    if (seal === null) return []
    const sealed = echoes.get(seal)
    if (sealed === undefined) return [`messages.${at}: a signature that is not from here`]
    // "blocks in the latest assistant message cannot be modified" (openclaw/openclaw#90108).
    return block.type === 'thinking' && sealed !== null && block.thinking !== sealed
      ? [`messages.${at}: signed thinking was changed`]
      : []
  })
}

/** "This model does not support assistant message prefill" (cortexkit/magic-context#511). */
function ending(messages: Messages, { prefills = false }: RequestFacts): string[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return []
  // "The final block in an assistant message cannot be `thinking`" (router-for-me/CLIProxyAPI#5321: the last message only).
  const type = last.content.at(-1)?.type
  return [
    ...(prefills ? [] : ['the last message is the assistant’s']),
    ...(type === 'thinking' || type === 'redacted_thinking' ? ['the last block is thinking'] : []),
  ]
}

/**
 * "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceding the lastmost set
 * of `tool_use` and `tool_result` blocks)" (anthropics/claude-code#20705). Adaptive thinking has no such rule.
 */
function manualThinking(messages: Messages): string[] {
  const last = messages.findLast(({ role }) => role === 'assistant')
  const first = last?.content[0]?.type
  const runs = callsOf(last).length > 0
  return runs && first !== 'thinking' && first !== 'redacted_thinking'
    ? ['the last turn does not begin with thinking']
    : []
}

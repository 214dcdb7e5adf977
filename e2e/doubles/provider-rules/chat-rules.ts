import { z } from '#contracts/zod.ts'
import type { RequestFacts } from './request-facts.ts'
import { complaints, repeated, SaidText, ToolName } from './text-rules.ts'

const Cache = z.strictObject({ type: z.literal('ephemeral') }).optional()
const Text = z.strictObject({ type: z.literal('text'), text: SaidText, cache_control: Cache })
const Picture = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string().regex(/^data:image\/[a-z+.-]+;base64,.+/, 'a picture is no data URL') }),
})
const Told = z.strictObject({
  role: z.enum(['system', 'developer']),
  content: z.union([SaidText, z.array(Text).min(1)]),
})
const Asked = z.strictObject({
  role: z.literal('user'),
  content: z.union([SaidText, z.array(z.discriminatedUnion('type', [Text, Picture])).min(1, 'a message is empty')]),
})
const Call = z.strictObject({
  id: z.string().min(1, 'a call has no id'),
  type: z.literal('function'),
  function: z.strictObject({ name: ToolName, arguments: z.string() }),
  extra_content: z.strictObject({ google: z.strictObject({ thought_signature: z.string() }) }).optional(),
})
/** Chat API reference: `content` is "required unless `tool_calls` is specified"; "[] is too short - 'messages.1.tool_calls'". */
const Answer = z
  .strictObject({
    role: z.literal('assistant'),
    content: SaidText.nullable().optional(),
    tool_calls: z.array(Call).min(1, 'a list of calls is empty').optional(),
    reasoning_content: z.string().min(1).optional(),
    reasoning_details: z
      .array(z.looseObject({ type: z.string() }))
      .min(1)
      .optional(),
  })
  .refine(({ content, tool_calls }) => typeof content === 'string' || tool_calls !== undefined, 'a message is empty')
const Result = z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: SaidText })
const Body = z.looseObject({
  messages: z
    .array(z.discriminatedUnion('role', [Told, Asked, Answer, Result]))
    .min(1, 'at least one message is required'),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: ToolName }) })).optional(),
})
type Messages = z.infer<typeof Body>['messages']

/**
 * What OpenAI and those who imitate it take as the id of a call. "string too long. Expected a string with maximum length
 * 40" (anomalyco/opencode#12653, microsoft/autogen#6377); OpenAI itself took 51 in July 2026 (vercel/ai#17233), Azure and
 * Copilot do not.
 */
const CALL_ID = /^[a-zA-Z0-9_-]{1,40}$/

/** Chat Completions: what `body` breaks of its rules. */
export function brokenByChat(body: unknown, facts: RequestFacts): string[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return complaints(parsed.error, 'body')
  const { messages, tools = [] } = parsed.data
  const talk = messages.filter(({ role }) => role !== 'system' && role !== 'developer')
  const last = messages.at(-1)
  const calls = messages.flatMap((message) => callsOf(message))
  return [
    // The templates of Mistral, Gemma and others raise an exception otherwise, which llama.cpp and vLLM hand on.
    ...(talk[0]?.role === 'user' ? [] : ['the first message is not a user’s']),
    ...(last?.role === 'assistant' && facts.prefills !== true ? ['the last message is the assistant’s'] : []),
    ...repeated(calls.map(({ id }) => id)).map((id) => `two calls have the id ${id}`),
    ...repeated(tools.map((tool) => tool.function.name)).map((name) => `two tools have the name ${name}`),
    ...calls.flatMap((call) => callForm(call, facts)),
    ...pairing(messages),
    ...messages.flatMap((message, at) => reasoning(message, at, facts)),
  ]
}

function callsOf(message: Messages[number]): z.infer<typeof Call>[] {
  return message.role === 'assistant' ? (message.tool_calls ?? []) : []
}

function callForm(
  { id, function: { arguments: text }, extra_content }: z.infer<typeof Call>,
  facts: RequestFacts,
): string[] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    given = null
  }
  const signature = extra_content?.google.thought_signature
  return [
    ...(facts.callIds?.has(id) === true || CALL_ID.test(id) ? [] : [`call ${id}: the id of a call is not legal`]),
    // "is not a valid JSON object": servers that parse them for a template (NousResearch/hermes-agent#10631).
    ...(typeof given === 'object' && given !== null && !Array.isArray(given)
      ? []
      : [`call ${id}: the arguments are no JSON object`]),
    ...(signature === undefined || facts.echoes.has(signature)
      ? []
      : [`call ${id}: a signature that is not from here`]),
  ]
}

/**
 * "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'", "messages
 * with role 'tool' must be a response to a preceding message with 'tool_calls'" (OpenAI; github/copilot-cli#3183).
 */
function pairing(messages: Messages): string[] {
  const found: string[] = []
  let open = new Set<string>()
  let asked = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = message.tool_call_id
      if (!asked.has(id)) found.push(`messages.${at}: result ${id} has no call before it`)
      else if (!open.delete(id)) found.push(`messages.${at}: a second result for ${id}`)
      continue
    }
    for (const id of open) found.push(`messages.${at}: call ${id} has no result`)
    open = new Set(callsOf(message).map(({ id }) => id))
    asked = new Set(open)
  }
  for (const id of open) found.push(`call ${id} has no result`)
  return found
}

const Sealed = z.looseObject({
  signature: z.string().nullish(),
  data: z.string().nullish(),
  text: z.string().nullish(),
})

/** OpenRouter's guide on reasoning tokens: the details go back unmodified, to the model that they came from. */
function reasoning(message: Messages[number], at: number, { echoes }: RequestFacts): string[] {
  if (message.role !== 'assistant') return []
  const plain = message.reasoning_content
  return [
    ...(plain === undefined || echoes.has(plain) ? [] : [`messages.${at}: reasoning that is not from here`]),
    ...(message.reasoning_details ?? []).flatMap((detail) => {
      const { signature, data, text } = Sealed.parse(detail)
      const seal = signature ?? data
      if (seal === null || seal === undefined) return []
      const sealed = echoes.get(seal)
      if (sealed === undefined) return [`messages.${at}: a signature that is not from here`]
      const kept = sealed === null || typeof text !== 'string' || text === sealed
      return kept ? [] : [`messages.${at}: signed reasoning was changed`]
    }),
  ]
}

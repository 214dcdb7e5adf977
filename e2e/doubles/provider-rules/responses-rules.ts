import { z } from '#contracts/zod.ts'
import type { RequestFacts } from './request-facts.ts'
import { complaints, repeated, SaidText, ToolName } from './text-rules.ts'

/** "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64" (AnswerDotAI/fastllm#45). */
const CallId = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'the id of a call is not legal')
const Part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: SaidText }),
  z.strictObject({ type: z.literal('input_image'), image_url: z.string().regex(/^data:image\/[a-z+.-]+;base64,.+/) }),
])
const Parts = z.array(Part).min(1, 'a message is empty')
const Told = z.strictObject({
  role: z.enum(['user', 'system', 'developer']),
  content: z.union([SaidText, Parts]),
})
const Said = z.strictObject({
  role: z.literal('assistant'),
  content: SaidText,
  phase: z.enum(['commentary', 'final_answer']).optional(),
})
const Call = z.strictObject({
  type: z.literal('function_call'),
  id: z.string().min(1).optional(),
  call_id: CallId,
  name: ToolName,
  arguments: z.string(),
  namespace: z.string().optional(),
})
const Output = z.strictObject({
  type: z.literal('function_call_output'),
  call_id: CallId,
  output: z.union([SaidText, Parts]),
})
/** With nothing stored, "Item with id 'rs_…' not found" unless its encrypted content comes along (vercel/ai#7543). */
const Reasoning = z.strictObject({
  type: z.literal('reasoning'),
  id: z.string().min(1).optional(),
  encrypted_content: z.string({ error: 'reasoning without its encrypted content' }).min(1),
  summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string().min(1) })),
})
/** An `item_reference` is in none of them: nothing is stored that it could refer to. */
const Item = z.union([
  z.discriminatedUnion('type', [Call, Output, Reasoning]),
  z.discriminatedUnion('role', [Told, Said]),
])
const Body = z.looseObject({
  store: z.literal(false, { error: 'something is kept at the provider' }),
  input: z.array(z.looseObject({})).min(1, 'at least one item is required'),
  tools: z.array(z.looseObject({ type: z.literal('function'), name: ToolName })).optional(),
})
type Items = z.infer<typeof Item>[]

/** Responses with `store: false`: what `body` breaks of its rules. */
export function brokenByResponses(body: unknown, facts: RequestFacts): string[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return complaints(parsed.error, 'body')
  const found: string[] = []
  const items: Items = []
  for (const [at, raw] of parsed.data.input.entries()) {
    // One form or the other, so that what is wrong with it is named and not only that nothing fits.
    const form =
      'type' in raw
        ? z.discriminatedUnion('type', [Call, Output, Reasoning])
        : z.discriminatedUnion('role', [Told, Said])
    const item = form.safeParse(raw)
    if (item.success) items.push(item.data)
    else found.push(...complaints(item.error, `input.${at}`))
  }
  if (found.length > 0) return found
  const tools = parsed.data.tools ?? []
  const last = items.at(-1)
  return [
    ...repeated(tools.map(({ name }) => name)).map((name) => `two tools have the name ${name}`),
    // "Duplicate item found with id rs_…" (openai/openai-agents-python).
    ...repeated(items.flatMap((item) => ('id' in item && item.id !== undefined ? [item.id] : []))).map(
      (id) => `two items have the id ${id}`,
    ),
    ...items.flatMap((_, at) => pairing(items, at)),
    ...items.flatMap((_, at) => reasoning(items, at, facts)),
    // It would answer, but go on with its own answer: no request of an agent ends so.
    ...(last !== undefined && 'role' in last && last.role === 'assistant' ? ['the last item is the assistant’s'] : []),
  ]
}

/** "No tool output found for function call", "No tool call found for function call output with call_id" (openai/codex). */
function pairing(items: Items, at: number): string[] {
  const item = items[at]
  if (item === undefined || !('type' in item) || item.type === 'reasoning') return []
  const id = item.call_id
  const places = (type: 'function_call' | 'function_call_output') =>
    items.flatMap((other, place) => ('type' in other && other.type === type && other.call_id === id ? [place] : []))
  const calls = places('function_call')
  const outputs = places('function_call_output')
  if (item.type === 'function_call_output') {
    if (calls.length === 0) return [`input.${at}: output ${id} has no call`]
    return at < (calls[0] ?? 0) ? [`input.${at}: output ${id} stands before its call`] : []
  }
  return [
    ...(outputs.length === 0 ? [`input.${at}: call ${id} has no output`] : []),
    ...(outputs.length > 1 ? [`input.${at}: call ${id} has ${outputs.length} outputs`] : []),
    ...(calls.length > 1 ? [`input.${at}: two calls have the id ${id}`] : []),
    ...(isObjectText(item.arguments) ? [] : [`input.${at}: the arguments of ${id} are no JSON object`]),
  ]
}

function reasoning(items: Items, at: number, { echoes }: RequestFacts): string[] {
  const item = items[at]
  if (item === undefined || !('type' in item) || item.type !== 'reasoning') return []
  const next = items.slice(at + 1).find((other) => !('type' in other) || other.type !== 'reasoning')
  const leads = next !== undefined && ('type' in next ? next.type === 'function_call' : next.role === 'assistant')
  return [
    // "invalid_encrypted_content": it does not travel between models, keys or accounts.
    ...(echoes.has(item.encrypted_content) ? [] : [`input.${at}: encrypted reasoning that is not from here`]),
    // "of type 'reasoning' was provided without its required following item" (vercel/ai#7099).
    ...(leads ? [] : [`input.${at}: reasoning without the item that follows it`]),
  ]
}

function isObjectText(text: string): boolean {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

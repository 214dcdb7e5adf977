import { z } from '#contracts/zod.ts'
import type { RequestFacts } from './request-facts.ts'
import { complaints, repeated, SaidText } from './text-rules.ts'

/** Gemini API reference, `FunctionDeclaration.name`. */
const Name = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/, 'the name of a tool is not legal')
const Id = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'the id of a call is not legal')
  .optional()
const Signature = z.string().min(1).optional()
const Inline = z.strictObject({
  mimeType: z.string().regex(/^[a-z]+\/[a-z0-9+.-]+$/),
  data: z.string().min(1, 'a picture is empty'),
})
/** Gemini API reference, `Part`: exactly one of its data fields; "must have one initialized field" (googleapis/js-genai). */
const Part = z.union([
  z.strictObject({ text: z.string(), thought: z.literal(true).optional(), thoughtSignature: Signature }),
  z.strictObject({ inlineData: Inline }),
  z.strictObject({
    functionCall: z.strictObject({ id: Id, name: Name, args: z.record(z.string(), z.unknown()) }),
    thoughtSignature: Signature,
  }),
  z.strictObject({
    functionResponse: z.strictObject({
      id: Id,
      name: Name,
      response: z.record(z.string(), z.unknown()),
      parts: z
        .array(z.strictObject({ inlineData: Inline }))
        .min(1)
        .optional(),
    }),
  }),
])
const Content = z.strictObject({
  role: z.enum(['user', 'model']),
  parts: z.array(Part).min(1, 'a content has no parts'),
})
const Body = z.looseObject({
  systemInstruction: z.looseObject({ parts: z.array(z.strictObject({ text: SaidText })).min(1) }).optional(),
  contents: z.array(Content).min(1, 'contents are not specified'),
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: Name })) })).optional(),
})
type Contents = z.infer<typeof Body>['contents']

/**
 * Thought signatures guide: stands for a signature that there is none of. Not a secret, so it may come from anyone, but
 * only on a call.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** generateContent: what `body` breaks of its rules. */
export function brokenByGoogle(body: unknown, facts: RequestFacts): string[] {
  const parsed = Body.safeParse(body)
  if (!parsed.success) return complaints(parsed.error, 'body')
  const { contents, tools = [] } = parsed.data
  const names = tools.flatMap((tool) => tool.functionDeclarations.map(({ name }) => name))
  const ids = contents.flatMap((content) => callsOf(content).flatMap(({ id }) => (id === undefined ? [] : [id])))
  return [
    // "when the sent conversation history starts with a function call" (google-gemini/gemini-cli#11814).
    ...(contents[0]?.role === 'user' ? [] : ['contents.0: the first turn is not a user’s']),
    // "rejects a request whose history ends on a model turn" (crewAIInc/crewAI#6973).
    ...(contents.at(-1)?.role === 'model' && facts.prefills !== true ? ['the last turn is the model’s'] : []),
    ...repeated(names).map((name) => `two tools have the name ${name}`),
    ...repeated(ids).map((id) => `two calls have the id ${id}`),
    ...contents.flatMap((_, at) => turns(contents, at)),
    ...contents.flatMap((content, at) => content.parts.flatMap((part) => texts(part, at, facts))),
    ...contents.flatMap((content, at) => signatures(content, at, facts)),
  ]
}

function callsOf(content: Contents[number] | undefined) {
  return (content?.parts ?? []).flatMap((part) => ('functionCall' in part ? [part.functionCall] : []))
}

function responsesOf(content: Contents[number] | undefined) {
  return (content?.parts ?? []).flatMap((part) => ('functionResponse' in part ? [part.functionResponse] : []))
}

/**
 * "function call turn comes immediately after a user turn or after a function response turn" (google-gemini/gemini-cli
 * #11814), "function response turn comes immediately after a function call turn" (langchain-ai/langchain#27799), "the
 * number of function response parts is equal to the number of function call parts" (google-gemini/gemini-cli#5443).
 */
function turns(contents: Contents, at: number): string[] {
  const content = contents[at]
  const calls = callsOf(content)
  const responses = responsesOf(content)
  const found: string[] = []
  if (content?.role === 'user' && calls.length > 0) found.push(`contents.${at}: a user’s turn holds calls`)
  if (content?.role === 'model' && responses.length > 0) found.push(`contents.${at}: a model’s turn holds responses`)
  if (responses.length > 0 && callsOf(contents[at - 1]).length === 0)
    found.push(`contents.${at}: responses without calls right before them`)
  if (calls.length === 0) return found
  if (at > 0 && contents[at - 1]?.role !== 'user') found.push(`contents.${at}: calls do not follow a user’s turn`)
  const answers = responsesOf(contents[at + 1])
  if (answers.length !== calls.length)
    found.push(`contents.${at}: ${calls.length} calls have ${answers.length} responses right after them`)
  else if (calls.some((call, index) => call.name !== answers[index]?.name || call.id !== answers[index]?.id))
    found.push(`contents.${at}: the responses are not those of the calls in their order`)
  return found
}

/** An empty part is refused ("parts must not be empty"), except one that is there for its signature. */
function texts(part: Contents[number]['parts'][number], at: number, { echoes }: RequestFacts): string[] {
  if (!('text' in part)) return []
  const { text, thoughtSignature } = part
  if (thoughtSignature === undefined) return /\S/u.test(text) ? [] : [`contents.${at}: a text is blank`]
  const sealed = echoes.get(thoughtSignature)
  return sealed !== undefined && sealed !== null && sealed !== text ? [`contents.${at}: a signed text was changed`] : []
}

/**
 * Thought signatures guide: "the first functionCall part in each step must include its thoughtSignature"; "invalid or
 * corrupted thought signature" where it is a foreign one (openclaw/openclaw#90093, googleapis/js-genai#1275).
 */
function signatures(content: Contents[number], at: number, { echoes, demandsSignatures }: RequestFacts): string[] {
  const found: string[] = []
  let first = true
  for (const part of content.parts) {
    const signature = 'thoughtSignature' in part ? part.thoughtSignature : undefined
    const isCall = 'functionCall' in part
    if (signature !== undefined && !echoes.has(signature) && !(isCall && signature === NO_SIGNATURE))
      found.push(`contents.${at}: a signature that is not from here`)
    if (isCall && first && demandsSignatures === true && signature === undefined)
      found.push(`contents.${at}: the first call of a step is not signed`)
    if (isCall) first = false
  }
  return found
}

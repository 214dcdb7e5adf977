import { z } from '#contracts/zod.ts'

const CACHE = { type: 'ephemeral' }

const PlainMessage = z.looseObject({ role: z.enum(['system', 'user']), content: z.string().min(1) })

/**
 * OpenRouter hands Anthropic's cache marks through, but only on parts of a message. Marks the system text
 * and the last message of the user, for models of Anthropic; other vendors cache by themselves.
 */
export function markSystemForCache(body: Record<string, unknown>, modelId: string): Record<string, unknown> {
  if (!modelId.startsWith('anthropic/') || !Array.isArray(body['messages'])) return body
  const messages: unknown[] = body['messages']
  const plain = messages.map((message) => PlainMessage.safeParse(message))
  const lastUser = plain.findLastIndex((parsed) => parsed.data?.role === 'user')
  const marked = plain.map((parsed, index) => {
    if (!parsed.success || (parsed.data.role === 'user' && index !== lastUser)) return messages[index]
    const { content, ...rest } = parsed.data
    return { ...rest, content: [{ type: 'text', text: content, cache_control: CACHE }] }
  })
  return { ...body, messages: marked }
}

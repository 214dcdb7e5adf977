import { fail } from '#contracts/failure.ts'
import { QUEUE_MAX_ATTACHMENT_CHARS, QUEUE_MAX_MESSAGES } from '#contracts/limits.ts'
import type { QueuedMessage } from '#contracts/sessions.ts'

type Queue = readonly QueuedMessage[]

/** The queue with one more message. Throws a sentence where it is full, by number or by size. */
export function enqueue(queue: Queue, message: QueuedMessage): QueuedMessage[] {
  if (queue.length >= QUEUE_MAX_MESSAGES) {
    throw fail('command', 'invalid', `${QUEUE_MAX_MESSAGES} messages wait already. Remove one, or stop the turn.`)
  }
  const longer = [...queue, message]
  const chars = longer.flatMap((waiting) => waiting.attachments).reduce((sum, each) => sum + each.base64.length, 0)
  if (chars > QUEUE_MAX_ATTACHMENT_CHARS) {
    const text =
      'The attachments of the waiting messages are too large together. Send this one when the turn has ended.'
    throw fail('command', 'too-large', text)
  }
  return longer
}

/**
 * The queue with another text for one message, or without it where `text` is null. `sending`: the message that is on its
 * way to the model, if one is; it stands here until it is stored. Throws where the message waits no more.
 */
export function editQueued(queue: Queue, id: string, text: string | null, sending: string | null): QueuedMessage[] {
  if (id === sending || !queue.some((message) => message.id === id)) {
    throw fail('command', 'not-found', 'That message does not wait any more: it has been sent.')
  }
  return queue.flatMap((message) => {
    if (message.id !== id) return [message]
    return text === null ? [] : [{ ...message, text }]
  })
}

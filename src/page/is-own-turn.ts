import type { Transcript } from './transcript.ts'

/** True where the newest thing in a conversation is a call that the person typed: what runs then is that, not the agent. */
export function isOwnTurn({ messages }: Transcript): boolean {
  let newest = -1
  for (const [seq, { role }] of messages) if (role !== 'note' && seq > newest) newest = seq
  const message = messages.get(newest)
  return message?.role === 'user' && message.act !== undefined && message.parts.some(({ type }) => type === 'call')
}

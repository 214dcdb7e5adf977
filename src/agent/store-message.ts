import type { Message, Part } from '#contracts/messages.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { QueuedMessage, Session } from '#contracts/sessions.ts'
import { putAttachments, sortAttachments } from './put-attachments.ts'
import type { SessionChange, SessionState } from './session-state.ts'
import { titleOf } from './title-of.ts'
import type { Turn } from './turn.ts'
import { attachedSources } from './uploaded-source.ts'

/**
 * Stores the person's message, with its attachments in the workspace, and takes it off the queue where it waited, all
 * together with `change`. Where it throws, nothing of it is left but that something arrived from where its files came from:
 * the workspace is then trusted no more than if they had.
 */
export async function storeMessage(
  turn: Turn,
  message: QueuedMessage,
  { state, sandbox }: { state: SessionState; sandbox: Sandbox | null },
  change: (session: Session) => SessionChange,
): Promise<void> {
  const { id: sessionId, workspaceId, nextSeq: seq } = state.record
  const fromDemo = state.record.demoId !== null && seq === 0
  const sorted = sortAttachments(message.attachments)
  await state.share.trust.arrived(workspaceId, attachedSources(sorted, fromDemo))
  const put = await putAttachments(sorted, sandbox, turn.late)
  try {
    // The message goes with them off the queue, which held the only other copy.
    if (put.parts.some(({ type }) => type === 'file')) await sandbox?.flush(turn.late)
    const text: Part[] = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text }]
    const at = state.share.ports.clock.now()
    const parts = [...text, ...put.parts]
    const user: Message = { id: message.id, sessionId, seq, turnId: turn.id, at, role: 'user', parts }
    const first = message.text.trim().split('\n')[0] ?? ''
    await state.append(user, (record) => ({
      ...change(record),
      queue: record.queue.filter((waiting) => waiting.id !== message.id),
      ...(record.title === '' && first !== '' ? { title: titleOf(first) } : {}),
    }))
  } catch (error) {
    // Sent again it would put them a second time, under other names.
    await put.takeBack()
    throw error
  }
}

import type { CallRecord } from '#contracts/calls.ts'
import type { Message } from '#contracts/messages.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { Journal } from './journal.ts'
import { cancelledOutcome, unknownOutcome } from './outcome.ts'

const ORPHANED = 'The tab closed while the call that made it was running.'

/** What a tab that died left behind, put in order. */
export interface Recovered {
  /** Calls that go on waiting for the same answer, and those behind them; empty where nothing waits. */
  readonly reopened: CallRecord[]
  /** Something was cut off and nothing waits: the session is marked interrupted. */
  readonly interrupted: boolean
  /** The newest messages of the session, put in order. */
  readonly messages: readonly Message[]
}

/**
 * Settles what can have no other outcome (spec ST2): a call that had started is `unknown` and never runs
 * again by itself; a streaming message keeps what it showed. Where a question was open, its turn waits
 * again, and the calls behind it with it; otherwise calls that never started are cancelled.
 */
export async function recover(
  sessionId: string,
  messages: readonly Message[],
  store: Store,
  journal: Journal,
): Promise<Recovered> {
  const open = await store.openCalls(sessionId)
  const pending = await store.pending(sessionId)
  const questions = new Set(pending.questions.map((question) => question.callId))
  const waiting = open.some(
    (record) => record.parentId === undefined && (record.state === 'asked' || questions.has(record.callId)),
  )

  const reopened: CallRecord[] = []
  for (const record of open) {
    // A question has no effect but the question, so asking it again repeats nothing.
    if (record.state === 'started' && !questions.has(record.callId)) await journal.settled(record, unknownOutcome())
    // Whoever made it is gone, so nobody would hear what it came to.
    else if (record.parentId !== undefined)
      await journal.settled(record, cancelledOutcome(ORPHANED, record.state === 'started'))
    else if (waiting) reopened.push(record)
    else await journal.settled(record, cancelledOutcome('The tab closed before it ran.', false))
  }
  const live = new Set(reopened.map((record) => record.callId))
  for (const { id, callId } of [...pending.approvals, ...pending.questions]) {
    if (!live.has(callId)) await store.removePending(sessionId, id)
  }

  let cut = false
  const kept: Message[] = []
  for (const message of messages) {
    if (message.role === 'agent' && message.state === 'streaming') {
      cut = true
      const ended: Message = { ...message, state: 'interrupted' }
      await store.saveMessage(ended)
      kept.push(ended)
    } else kept.push(message)
  }
  // A message that was stored, and nothing more: the tab died before its turn was.
  const last = kept.at(-1)
  const unanswered = last?.role === 'user' && last.act === undefined
  return { reopened, interrupted: !waiting && (cut || open.length > 0 || unanswered), messages: kept }
}

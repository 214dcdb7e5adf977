import type { CallRecord } from '#contracts/calls.ts'
import { PAST_CALLS_LOOKED } from '#contracts/limits.ts'
import type { Store } from '#contracts/ports/store.ts'

/** Calls inside another count from step 0; those of messages stand at their message's place, which is later. */
const NESTED_ID = /^call_0_/

/**
 * The calls of a session that were made inside another, oldest first. They stand in no message, so they are found
 * among the newest PAST_CALLS_LOOKED planned calls of the store and those that have not ended.
 */
export async function nestedCalls(
  store: Pick<Store, 'pastPlans' | 'openCalls' | 'call'>,
  sessionId: string,
  signal: AbortSignal,
): Promise<CallRecord[]> {
  const past = await store.pastPlans(PAST_CALLS_LOOKED)
  signal.throwIfAborted()
  const nested = new Map<string, CallRecord>()
  for (const record of await store.openCalls(sessionId)) if (isNested(record)) nested.set(record.callId, record)
  for (const { sessionId: of, plan } of past) {
    if (of !== sessionId || !NESTED_ID.test(plan.callId) || nested.has(plan.callId)) continue
    const record = await store.call(sessionId, plan.callId)
    signal.throwIfAborted()
    if (record !== null && isNested(record)) nested.set(record.callId, record)
  }
  return [...nested.values()].toSorted((a, b) => a.plannedAt - b.plannedAt || a.position - b.position)
}

/** True for a call that another one made; it stands in no message. */
export function isNested(record: CallRecord): boolean {
  return record.parentId !== undefined
}

/** True where `parent` made `child`. */
export function isParent(parent: CallRecord, child: CallRecord): boolean {
  return child.parentId === parent.callId
}

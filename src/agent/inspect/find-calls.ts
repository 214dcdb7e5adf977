import type { CallRecord } from '#contracts/calls.ts'
import type { CallFilter, CallFilterState, InspectedCalls, InspectedRow } from '#contracts/inspection.ts'
import { INSPECT_LOOKED_MESSAGES, INSPECT_ROWS } from '#contracts/limits.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { ToolTable } from '../plan.ts'
import { callRow } from './call-row.ts'
import { isParent, nestedCalls } from './nested-calls.ts'

/** Messages that are read at once. */
const PAGE = 60
/** Characters of a call's arguments that a search looks at. */
const SEARCHED_CHARS = 100_000

type CallStore = Pick<Store, 'tail' | 'pastPlans' | 'openCalls' | 'call'>

/**
 * The newest calls of a session before message `beforeSeq` (null: from the end) that pass the filter, at least
 * INSPECT_ROWS of them where there are as many within INSPECT_LOOKED_MESSAGES messages. A call inside another stands
 * right behind it; where only the inner one passes, the outer one is listed too, so that it has its place.
 */
export async function findCalls(
  store: CallStore,
  tools: ToolTable,
  sessionId: string,
  filter: CallFilter,
  beforeSeq: number | null,
  signal: AbortSignal,
): Promise<InspectedCalls> {
  const nested = await nestedCalls(store, sessionId, signal)
  const names = new Set<string>()
  let rows: InspectedRow[] = []
  let looked = 0
  for (let before = beforeSeq ?? undefined; ;) {
    const tail = await store.tail(sessionId, PAGE, before)
    signal.throwIfAborted()
    for (const { seq } of tail.messages.toReversed()) {
      looked += 1
      const calls = tail.calls.filter((call) => call.messageSeq === seq).toSorted((a, b) => a.position - b.position)
      const found = calls.flatMap((call) => withNested(call, null, nested, filter, tools, names))
      rows = [...found, ...rows]
      const enough = rows.length >= INSPECT_ROWS || looked >= INSPECT_LOOKED_MESSAGES
      const isFirst = seq === tail.messages[0]?.seq && !tail.hasOlder
      if (enough && !isFirst) return { rows, beforeSeq: seq, tools: [...names].toSorted() }
    }
    before = tail.messages[0]?.seq
    if (!tail.hasOlder || before === undefined) return { rows, beforeSeq: null, tools: [...names].toSorted() }
  }
}

function withNested(
  record: CallRecord,
  parentId: string | null,
  nested: readonly CallRecord[],
  filter: CallFilter,
  tools: ToolTable,
  names: Set<string>,
): InspectedRow[] {
  const row = callRow(record, parentId, tools)
  names.add(row.tool)
  const inner = nested
    .filter((child) => isParent(record, child))
    .flatMap((child) => withNested(child, record.callId, nested, filter, tools, names))
  return inner.length > 0 || passes(record, row, filter) ? [row, ...inner] : []
}

function passes(record: CallRecord, row: InspectedRow, { text, tool, state }: CallFilter): boolean {
  if (tool !== null && row.tool !== tool) return false
  if (state !== null && filterState(record) !== state) return false
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const where = [row.words, row.tool, row.callId, record.call.rawArguments.slice(0, SEARCHED_CHARS)]
  return where.some((each) => each.toLowerCase().includes(wanted))
}

/** Under which word of the filter a call stands. */
export function filterState({ outcome }: CallRecord): CallFilterState {
  switch (outcome?.status) {
    case undefined:
      return 'open'
    case 'ok':
      return 'ok'
    case 'failed':
    case 'unknown':
      return 'failed'
    case 'blocked':
    case 'denied':
      return 'refused'
    case 'invalid':
    case 'unavailable':
      return 'not-valid'
    case 'cancelled':
      return 'stopped'
  }
}

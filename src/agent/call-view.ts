import type { CallRecord, CallView } from '#contracts/calls.ts'
import type { JsonObject } from '#contracts/json.ts'
import { headOf } from '#tools/cut-text.ts'
import { specOf, type ToolTable } from './plan.ts'
import { readArguments } from './read-arguments.ts'
import { wordsOf } from './words.ts'

// Arguments are shown whole in the journal's own record; the page needs enough to read.
const SHOWN_ARGUMENT_CHARS = 20_000

/** The client's picture of a call: the record without its raw output and its model projection. */
export function callView(record: CallRecord, tools: ToolTable): CallView {
  const { call, plan, outcome } = record
  const args = plan.status === 'planned' ? plan.arguments : (readArguments(call.rawArguments) ?? {})
  return {
    sessionId: record.taskId,
    callId: record.callId,
    turnId: record.turnId,
    messageSeq: record.messageSeq,
    position: record.position,
    tool: plan.status === 'planned' ? plan.tool : call.name,
    words: wordsFor(record, tools, args),
    source: call.source,
    state: record.state,
    rawArguments: headOf(call.rawArguments, SHOWN_ARGUMENT_CHARS),
    declaredRisk: plan.status === 'planned' ? plan.declaredRisk : null,
    effectiveRisk: plan.status === 'planned' ? plan.effectiveRisk : null,
    ...(record.decision === undefined ? {} : { decision: record.decision }),
    ...(outcome === undefined ? {} : { status: outcome.status, client: outcome.client }),
    ...(outcome?.failure === undefined ? {} : { failure: outcome.failure }),
    plannedAt: record.plannedAt,
    ...(record.startedAt === undefined ? {} : { startedAt: record.startedAt }),
    ...(record.settledAt === undefined ? {} : { settledAt: record.settledAt }),
  }
}

// A record is shown at each of its states; its words stay the same.
const keptWords = new WeakMap<CallRecord, string>()

function wordsFor(record: CallRecord, tools: ToolTable, args: JsonObject): string {
  let words = keptWords.get(record)
  if (words === undefined)
    keptWords.set(record, (words = wordsOf(specOf(tools, record.call.name), record.call.name, args)))
  return words
}

import type { CallRecord, CallView } from '#contracts/calls.ts'
import { JsonObject } from '#contracts/json.ts'
import { headOf } from '#tools/cut-text.ts'
import { specOf, type ToolTable } from './plan.ts'
import { wordsOf } from './words.ts'

// Arguments are shown whole in the journal's own record; the page needs enough to read.
const SHOWN_ARGUMENT_CHARS = 20_000

/** The client's picture of a call: the record without its raw output and its model projection. */
export function callView(record: CallRecord, tools: ToolTable): CallView {
  const { call, plan, outcome } = record
  const args = plan.status === 'planned' ? plan.arguments : readArguments(call.rawArguments)
  const spec = specOf(tools, call.name)
  return {
    sessionId: record.taskId,
    callId: record.callId,
    turnId: record.turnId,
    messageSeq: record.messageSeq,
    position: record.position,
    tool: plan.status === 'planned' ? plan.tool : call.name,
    words: wordsOf(spec, call.name, args),
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

function readArguments(raw: string): JsonObject {
  try {
    const parsed = JsonObject.safeParse(JSON.parse(raw))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

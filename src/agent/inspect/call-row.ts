import type { CallRecord } from '#contracts/calls.ts'
import type { InspectedFailure, InspectedRow } from '#contracts/inspection.ts'
import type { Failure } from '#contracts/failure.ts'
import type { JsonValue } from '#contracts/json.ts'
import { INSPECT_LINE_CHARS } from '#contracts/limits.ts'
import { headOf } from '#tools/cut-text.ts'
import { callView } from '../call-view.ts'
import type { ToolTable } from '../plan.ts'

/** Lines of "what would be valid". */
const VALID_LINES = 20

/** A call as a line of the inspector's list. */
export function callRow(record: CallRecord, parentId: string | null, tools: ToolTable): InspectedRow {
  const view = callView(record, tools)
  const { callId, tool, words, source, state, status, client, plannedAt, startedAt, settledAt } = view
  return {
    callId,
    parentId,
    tool: headOf(tool, INSPECT_LINE_CHARS),
    words: headOf(words, INSPECT_LINE_CHARS),
    source,
    state,
    status: status ?? null,
    summary: headOf(client?.summary ?? '', INSPECT_LINE_CHARS),
    ...(client?.kind === 'shell' ? { exitCode: client.exitCode } : {}),
    plannedAt,
    startedAt: startedAt ?? null,
    settledAt: settledAt ?? null,
  }
}

/** A failure as the inspector shows it: what was said, and what would have been valid, in lines. */
export function inspectedFailure(failure: Failure): InspectedFailure {
  const { stage, kind, message, retryable, partialEffect, detail = {} } = failure
  const { closest, missing, known, problems, ...rest } = detail
  const valid = [
    ...listed('Closest names', closest),
    ...listed('Missing', missing),
    ...listed('Known arguments', known),
    ...(Array.isArray(problems) ? problems.filter((problem) => typeof problem === 'string') : []),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ]
  return {
    stage,
    kind,
    message,
    retryable,
    partialEffect: partialEffect === true,
    valid: valid.slice(0, VALID_LINES).map((line) => headOf(line, INSPECT_LINE_CHARS)),
  }
}

function listed(what: string, names: JsonValue | undefined): string[] {
  return Array.isArray(names) && names.length > 0 ? [`${what}: ${names.join(', ')}`] : []
}

import type { CallOutcome, CallRecord } from '#contracts/calls.ts'
import { toFailure } from '#contracts/failure.ts'
import { SAFE_CONCURRENCY } from '#contracts/limits.ts'
import { isReadOnly } from '#contracts/risk.ts'
import { cancelledOutcome, failureOutcome, unknownOutcome } from './outcome.ts'
import { specOf, type ToolTable } from './plan.ts'

/** Settles one call; never settles it twice. */
export type InvokeOne = (record: CallRecord, signal: AbortSignal) => Promise<CallOutcome>

/**
 * Calls that run side by side: neighbours that only read, by *effective* risk, and that start nothing
 * (spec RN2). Everything else is a wave of its own, so that two writes never race.
 */
export function waves(records: readonly CallRecord[], tools: ToolTable): CallRecord[][] {
  const result: CallRecord[][] = []
  let open: CallRecord[] | null = null
  for (const record of records) {
    if (isParallel(record, tools)) {
      if (open === null) result.push((open = []))
      open.push(record)
    } else {
      open = null
      result.push([record])
    }
  }
  return result
}

function isParallel({ plan }: CallRecord, tools: ToolTable): boolean {
  if (plan.status !== 'planned') return true
  return specOf(tools, plan.tool)?.concurrency === 'parallel' && isReadOnly(plan.effectiveRisk)
}

/**
 * Runs the calls of one provider turn and returns their outcomes in call order (spec RN1). However it
 * ends, every record has exactly one outcome: what did not get its turn is settled as cancelled. Throws
 * only where the journal cannot be written, and then after everything else is settled.
 */
export async function runCalls(
  records: readonly CallRecord[],
  tools: ToolTable,
  invoke: InvokeOne,
  settle: (record: CallRecord, outcome: CallOutcome) => Promise<void>,
  signal: AbortSignal,
): Promise<CallOutcome[]> {
  const errors: unknown[] = []
  const attempt = async (task: Promise<unknown>): Promise<void> => {
    await task.catch((error: unknown) => errors.push(error))
  }
  for (const wave of waves(records, tools)) {
    if (signal.aborted || errors.length > 0) break
    await attempt(inParallel(wave, SAFE_CONCURRENCY, (record) => invoke(record, signal)))
  }
  // Each of the rest is tried by itself, so that one write that fails takes no other outcome with it.
  for (const record of records) {
    if (record.outcome === undefined) await attempt(settle(record, unsettled(record, errors)))
  }
  if (errors.length > 0) throw errors[0]
  return records.flatMap((record) => (record.outcome === undefined ? [] : [record.outcome]))
}

/** The outcome of a call that did not get its turn, or whose own outcome could not be stored. `errors`: what went wrong. */
function unsettled(record: CallRecord, errors: readonly unknown[]): CallOutcome {
  if (record.state === 'started') return unknownOutcome()
  if (errors.length === 0) return cancelledOutcome('It was stopped before it ran.', false)
  const failure = toFailure(errors[0], 'storage')
  return failureOutcome('cancelled', { ...failure, message: `It did not run: ${failure.message}`, retryable: true })
}

/** Runs tasks at most `limit` at a time. All are awaited, also when one throws; then the first error is thrown. */
async function inParallel<T>(items: readonly T[], limit: number, task: (item: T) => Promise<unknown>): Promise<void> {
  const first = items[0]
  if (items.length === 1 && first !== undefined) {
    await task(first)
    return
  }
  const rest = items.values()
  const errors: unknown[] = []
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      try {
        await task(item)
      } catch (error) {
        errors.push(error)
        return
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
  if (errors.length > 0) throw errors[0]
}

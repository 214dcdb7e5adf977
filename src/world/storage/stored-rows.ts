import { z } from '#contracts/zod.ts'
import { Approval, HumanQuestion } from '#contracts/approvals.ts'
import { CallRecord, CallState, FinalizedCall, Plan } from '#contracts/calls.ts'
import { Decision } from '#contracts/decisions.ts'
import { fail } from '#contracts/failure.ts'
import { JsonValue } from '#contracts/json.ts'
import { NoteMessage } from '#contracts/messages.ts'
import type { CorruptRecord } from '#contracts/ports/store.ts'
import { Settings } from '#contracts/settings.ts'
import type { Row } from './records.ts'
import type { StoreName } from './schema.ts'

/** The one row of `settings`. */
export const SettingsRow = Settings.extend({ id: z.literal('settings') })

/** What waits for a person, under the id of its approval or question. */
export const PendingRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approval'), sessionId: z.string(), id: z.string(), approval: Approval }),
  z.object({ kind: z.literal('question'), sessionId: z.string(), id: z.string(), question: HumanQuestion }),
])
export type PendingRow = z.infer<typeof PendingRow>

/** An entry of a session's event log, numbered from 1. */
export const EventRow = z.object({
  sessionId: z.string(),
  number: z.number().int(),
  at: z.number(),
  name: z.string(),
  data: JsonValue,
})

/** The state alone, readable even where the rest of a call's row is broken. */
const StateOnly = z.object({ state: CallState })

/**
 * A schema that looks at one object once: what is handed in again, by identity, is what was parsed before. For parts
 * that never change after they are made; a call is written three times, and most of it is such parts.
 */
function once<T extends object>(schema: z.ZodType<T>): z.ZodType<T> {
  const seen = new WeakMap<object, T>()
  return z.unknown().transform((value, context) => {
    const before = typeof value === 'object' && value !== null ? seen.get(value) : undefined
    if (before !== undefined) return before
    const parsed = schema.safeParse(value)
    if (parsed.success) {
      seen.set(value as object, parsed.data)
      return parsed.data
    }
    for (const { message, path } of parsed.error.issues) context.addIssue({ code: 'custom', message, path })
    return z.NEVER
  })
}

/** A journal record on its way in. A call, its plan and its decision are immutable: a change is another object. */
export const JournalRecord = CallRecord.extend({
  call: once(FinalizedCall),
  plan: once(Plan),
  decision: once(Decision).optional(),
})

/** A call's row: the record, and `openSince` for as long as it is not settled (see `STORES.calls`). */
export function callRow(record: CallRecord): Row {
  return record.state === 'settled' ? record : { ...record, openSince: record.plannedAt }
}

const FORWARD: Record<CallState, number> = { planned: 0, asked: 1, started: 2, settled: 3 }

/** False where `next` would take a stored call backwards, or rewrite a settled one. */
export function movesForward(stored: unknown, next: CallRecord): boolean {
  const before = StateOnly.safeParse(stored)
  if (!before.success) return true
  return before.data.state !== 'settled' && FORWARD[next.state] >= FORWARD[before.data.state]
}

/** Why something did not parse, without its content: it may hold anything. */
export function parseReason(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'It has an unknown form.'
  const path = issue.path.map(String).join('.')
  return `${path === '' ? 'The record' : `"${path}"`} is not as expected (${issue.code}).`
}

/** Parses a row on its way out; null where it is corrupt, which `report` then hears. */
export function readRow<T>(
  schema: z.ZodType<T>,
  row: unknown,
  where: { store: StoreName; key: string },
  report: (record: CorruptRecord) => void,
): T | null {
  const parsed = schema.safeParse(row)
  if (parsed.success) return parsed.data
  report({ ...where, reason: parseReason(parsed.error) })
  return null
}

/** Parses a value on its way in. Throws `FailureError` `invalid`: a fault of ours, nothing is stored. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, store: StoreName): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw fail('storage', 'invalid', `A record for "${store}" was not stored. ${parseReason(parsed.error)}`)
}

/** The failure of reading one record that is corrupt. */
export function corruptRecord(record: CorruptRecord) {
  return fail(
    'storage',
    'corrupt-record',
    `The record ${record.key} in "${record.store}" is damaged and cannot be read. ${record.reason}`,
    { detail: { store: record.store, key: record.key } },
  )
}

/** What is shown in the place of a message that cannot be read. */
export function corruptNote(sessionId: string, seq: number, row: unknown): NoteMessage {
  const at = z.object({ at: z.number() }).safeParse(row)
  const turn = z.object({ turnId: z.string() }).safeParse(row)
  return {
    id: `corrupt-${sessionId}-${seq}`,
    sessionId,
    seq,
    turnId: turn.success ? turn.data.turnId : '',
    at: at.success ? at.data.at : 0,
    role: 'note',
    note: 'corrupt',
    text: 'A message stood here, but its record is damaged and cannot be read. The rest of the session is not affected.',
    canGoOn: false,
    toModel: false,
  }
}

/** A key for people: `session/12`. */
export function keyText(...parts: readonly (string | number)[]): string {
  return parts.join('/')
}

/** A part of a row's own key, for naming it; '?' where even that is unreadable. */
export function field(row: unknown, name: string): string {
  const value = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?'
}

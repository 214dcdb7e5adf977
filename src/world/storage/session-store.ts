import { Approval, HumanQuestion } from '#contracts/approvals.ts'
import { LOG_MAX_ENTRIES } from '#contracts/limits.ts'
import type { CorruptRecord, Store } from '#contracts/ports/store.ts'
import { Session, TurnDiff } from '#contracts/sessions.ts'
import { DEFAULT_SETTINGS, Settings } from '#contracts/settings.ts'
import { startingWith, under, type Records, type Rows } from './records.ts'
import { removeRulesOf } from './rule-store.ts'
import { salvageSession, salvageSettings } from './salvage.ts'
import { checked, corruptRecord, EventRow, field, keyText, PendingRow, readRow, SettingsRow } from './stored-rows.ts'

type SessionStore = Pick<
  Store,
  'settings' | 'updateSettings' | 'sessions' | 'session' | 'damagedSession' | 'saveSession' | 'deleteSession'
>
type WaitingStore = Pick<Store, 'savePending' | 'removePending' | 'pending'>
type RecordStore = Pick<Store, 'saveTurnDiff' | 'turnDiff' | 'log' | 'logEntries'>

/** Sessions and settings. */
export function sessionStore(records: Records, onCorrupt: (record: CorruptRecord) => void): SessionStore {
  const told = new Set<string>()
  /** Damaged settings must not keep the app from starting, nor cost what is still good in them. */
  const readSettings = (row: unknown): { settings: Settings; damaged: boolean } => {
    if (row === undefined) return { settings: DEFAULT_SETTINGS, damaged: false }
    const { settings, lost } = salvageSettings(row)
    for (const record of lost) {
      // Settings are read again before each request: damage is told once, not each time.
      if (told.has(record.key)) continue
      told.add(record.key)
      onCorrupt(record)
    }
    return { settings, damaged: lost.length > 0 }
  }
  return {
    async settings() {
      return readSettings(await records.read(['settings'], (rows) => rows.get('settings', 'settings'))).settings
    },

    async updateSettings(change) {
      return records.write(['settings'], 'strict', async (rows) => {
        const stored = await rows.get('settings', 'settings')
        const { settings, damaged } = readSettings(stored)
        const changed = change(settings)
        if (damaged) await keepAside(rows, stored)
        const row = checked(SettingsRow, { ...changed, id: 'settings' }, 'settings')
        await rows.put('settings', row)
        // Parsed once more, because the row has been handed over.
        return Settings.parse(row)
      })
    },

    async sessions() {
      const rows = await records.read(['sessions'], (all) => all.list('sessions', startingWith('')))
      const corrupt: CorruptRecord[] = []
      const read = rows.map((row) =>
        readRow(Session, row, { store: 'sessions', key: field(row, 'id') }, (record) => corrupt.push(record)),
      )
      return { sessions: read.filter((session) => session !== null), corrupt }
    },

    async session(id) {
      const row = await records.read(['sessions'], (rows) => rows.get('sessions', id))
      if (row === undefined) return null
      return readRow(Session, row, { store: 'sessions', key: id }, (record) => {
        throw corruptRecord(record)
      })
    },

    async damagedSession(id) {
      return salvageSession(await records.read(['sessions'], (rows) => rows.get('sessions', id)))
    },

    async saveSession(session) {
      const row = checked(Session, session, 'sessions')
      await records.write(['sessions'], 'relaxed', (rows) => rows.put('sessions', row))
    },

    async deleteSession(id) {
      const stores = [
        'sessions',
        'messages',
        'calls',
        'compacted',
        'events',
        'pending',
        'turnDiffs',
        'rules',
        'ruleFiles',
        'trust',
        'workspaceFiles',
      ] as const
      await records.write(stores, 'strict', async (rows) => {
        // A session whose record cannot be read has a workspace of its own id.
        const { workspaceId = id } = salvageSession(await rows.get('sessions', id))
        await removeRulesOf(rows, workspaceId)
        await rows.remove('trust', workspaceId)
        await rows.remove('workspaceFiles', under([workspaceId]))
        await rows.remove('sessions', id)
        await rows.remove('compacted', startingWith(`compacted_outputs/${id}/`))
        for (const store of ['messages', 'calls', 'events', 'pending', 'turnDiffs'] as const) {
          await rows.remove(store, under([id]))
        }
      })
    },
  }
}

/** Copies of damaged settings that are kept: whoever wants to look at what was lost in them still can. */
const DAMAGED_KEPT = 5

/** Keeps a damaged row of the settings beside the one that takes its place. */
async function keepAside(rows: Rows, row: unknown): Promise<void> {
  const kept = await rows.list('settings', startingWith('damaged-'))
  const last = Number(field(kept.at(-1), 'id').slice('damaged-'.length))
  const number = Number.isNaN(last) ? 1 : last + 1
  await rows.put('settings', { ...Object(row), id: damagedId(number) })
  if (number > DAMAGED_KEPT) await rows.remove('settings', damagedId(number - DAMAGED_KEPT))
}

/** Padded, so that the keys stand in the order of their numbers. */
function damagedId(number: number): string {
  return `damaged-${String(number).padStart(6, '0')}`
}

/** What waits for a person. */
export function waitingStore(records: Records, onCorrupt: (record: CorruptRecord) => void): WaitingStore {
  return {
    async savePending(pending) {
      const what = 'approval' in pending ? pending.approval : pending.question
      const kind = 'approval' in pending ? 'approval' : 'question'
      const row = checked(PendingRow, { kind, sessionId: what.sessionId, id: what.id, ...pending }, 'pending')
      await records.write(['pending'], 'strict', (rows) => rows.put('pending', row))
    },

    async removePending(sessionId, id) {
      await records.write(['pending'], 'strict', (rows) => rows.remove('pending', [sessionId, id]))
    },

    async pending(sessionId) {
      const rows = await records.read(['pending'], (all) => all.list('pending', under([sessionId])))
      const approvals: Approval[] = []
      const questions: HumanQuestion[] = []
      for (const row of rows) {
        const where = { store: 'pending', key: keyText(sessionId, field(row, 'id')) } as const
        const read = readRow(PendingRow, row, where, onCorrupt)
        if (read?.kind === 'approval') approvals.push(read.approval)
        if (read?.kind === 'question') questions.push(read.question)
      }
      return { approvals: approvals.toSorted(byAskedAt), questions: questions.toSorted(byAskedAt) }
    },
  }
}

function byAskedAt(a: { askedAt: number }, b: { askedAt: number }): number {
  return a.askedAt - b.askedAt
}

/** The difference that a turn made, and the event log. */
export function recordStore(records: Records, onCorrupt: (record: CorruptRecord) => void): RecordStore {
  return {
    async saveTurnDiff(diff) {
      const row = checked(TurnDiff, diff, 'turnDiffs')
      await records.write(['turnDiffs'], 'relaxed', (rows) => rows.put('turnDiffs', row))
    },

    async turnDiff(sessionId, turnId) {
      const row = await records.read(['turnDiffs'], (rows) => rows.get('turnDiffs', [sessionId, turnId]))
      if (row === undefined) return null
      return readRow(TurnDiff, row, { store: 'turnDiffs', key: keyText(sessionId, turnId) }, (record) => {
        throw corruptRecord(record)
      })
    },

    async log(entry) {
      const { sessionId } = entry
      await records.write(['events'], 'relaxed', async (rows) => {
        const [last] = await rows.list('events', under([sessionId]), { limit: 1, fromEnd: true })
        const number = last === undefined ? 1 : Number(field(last, 'number')) + 1
        await rows.put('events', checked(EventRow, { ...entry, number }, 'events'))
        await rows.remove('events', under([sessionId], number - LOG_MAX_ENTRIES + 1))
      })
    },

    async logEntries(sessionId, limit) {
      const rows = await records.read(['events'], (all) =>
        all.list('events', under([sessionId]), { limit, fromEnd: true }),
      )
      const read = rows.map((row) =>
        readRow(EventRow, row, { store: 'events', key: keyText(sessionId, field(row, 'number')) }, onCorrupt),
      )
      return read.filter((row) => row !== null).map(({ at, name, data }) => ({ sessionId, at, name, data }))
    },
  }
}

import { CallRecord } from '#contracts/calls.ts'
import { Message } from '#contracts/messages.ts'
import type { CorruptRecord, Store } from '#contracts/ports/store.ts'
import { Session } from '#contracts/sessions.ts'
import { under, type Records, type Rows } from './records.ts'
import {
  callRow,
  checked,
  corruptNote,
  corruptRecord,
  field,
  JournalRecord,
  keyText,
  movesForward,
  readRow,
} from './stored-rows.ts'

type MessageStore = Pick<
  Store,
  'tail' | 'saveMessage' | 'appendMessage' | 'saveTurn' | 'saveCall' | 'call' | 'openCalls'
>

function readMessage(row: unknown, sessionId: string, corrupt: CorruptRecord[]): Message {
  const seq = Number(field(row, 'seq'))
  const where = { store: 'messages', key: keyText(sessionId, seq) } as const
  return readRow(Message, row, where, (record) => corrupt.push(record)) ?? corruptNote(sessionId, seq, row)
}

function readCall(row: unknown, report: (record: CorruptRecord) => void): CallRecord | null {
  const key = keyText(field(row, 'taskId'), field(row, 'callId'))
  return readRow(CallRecord, row, { store: 'calls', key }, report)
}

async function putCall(rows: Rows, record: CallRecord): Promise<void> {
  // Read and written in one transaction, so that no other writer comes between.
  if (movesForward(await rows.peek('calls', [record.taskId, record.callId]), record))
    await rows.put('calls', callRow(record))
}

/** Messages and the journal of their calls. */
export function messageStore(records: Records, onCorrupt: (record: CorruptRecord) => void): MessageStore {
  return {
    async tail(sessionId, limit, before) {
      const raw = await records.read(['messages', 'calls'], async (rows) => {
        // One more than is wanted tells whether there are older ones.
        const found = await rows.list('messages', under([sessionId], before), { limit: limit + 1, fromEnd: true })
        const shown = found.slice(Math.max(0, found.length - limit))
        const first = shown[0]
        const last = shown.at(-1)
        if (first === undefined || last === undefined) return { shown, calls: [], hasOlder: found.length > 0 }
        const calls = await rows.list(
          'calls',
          { lower: [sessionId, Number(field(first, 'seq'))], upper: [sessionId, Number(field(last, 'seq')), []] },
          { index: 'message' },
        )
        return { shown, calls, hasOlder: found.length > shown.length }
      })
      const corrupt: CorruptRecord[] = []
      const messages = raw.shown.map((row) => readMessage(row, sessionId, corrupt))
      const calls = raw.calls.map((row) => readCall(row, (record) => corrupt.push(record)))
      return { messages, calls: calls.filter((call) => call !== null), hasOlder: raw.hasOlder, corrupt }
    },

    async saveMessage(message) {
      const row = checked(Message, message, 'messages')
      // A draft is written again within a moment; everything else is shown as stored from here on.
      const draft = row.role === 'agent' && row.state === 'streaming'
      await records.write(['messages'], draft ? 'relaxed' : 'strict', (rows) => rows.put('messages', row))
    },

    async appendMessage(message, session, calls) {
      const row = checked(Message, message, 'messages')
      const behind = checked(Session, session, 'sessions')
      const journal = calls.map((call) => checked(JournalRecord, call, 'calls'))
      await records.write(['messages', 'sessions', 'calls'], 'strict', async (rows) => {
        await rows.put('messages', row)
        await rows.put('sessions', behind)
        for (const call of journal) await putCall(rows, call)
      })
    },

    async saveTurn(message, calls) {
      const row = checked(Message, message, 'messages')
      const journal = calls.map((call) => checked(JournalRecord, call, 'calls'))
      await records.write(['messages', 'calls'], 'strict', async (rows) => {
        await rows.put('messages', row)
        for (const call of journal) await putCall(rows, call)
      })
    },

    async saveCall(record) {
      const call = checked(JournalRecord, record, 'calls')
      await records.write(['calls'], 'strict', (rows) => putCall(rows, call))
    },

    async call(taskId, callId) {
      const row = await records.read(['calls'], (rows) => rows.get('calls', [taskId, callId]))
      if (row === undefined) return null
      return readCall(row, (record) => {
        throw corruptRecord(record)
      })
    },

    async openCalls(taskId) {
      const rows = await records.read(['calls'], (open) => open.list('calls', under([taskId]), { index: 'open' }))
      return rows.map((row) => readCall(row, onCorrupt)).filter((call) => call !== null)
    },
  }
}

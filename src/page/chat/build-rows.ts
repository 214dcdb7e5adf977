import type { CallView, RefusedCall } from '#contracts/calls.ts'
import type { AgentMessage, Message, UserMessage } from '#contracts/messages.ts'
import { draftKey, type Transcript } from '../transcript.ts'
import { shownState } from '../kit/call-state.ts'

/** One line, block or bubble of the conversation. `key` stays the same for as long as the row lives. */
export type Row = { key: string } & (
  | { kind: 'older' }
  | { kind: 'user'; message: UserMessage }
  | { kind: 'own'; message: UserMessage }
  | { kind: 'text'; seq: number; part: number; done: boolean }
  | { kind: 'reasoning'; seq: number; part: number; done: boolean }
  | { kind: 'image'; seq: number; part: number }
  | { kind: 'call'; callId: string; name: string }
  | { kind: 'fold'; callIds: readonly string[]; words: 'reads' | 'looks' | 'unrun' }
  | { kind: 'refused'; call: RefusedCall }
  | { kind: 'draft'; seq: number; index: number }
  | { kind: 'ended'; message: AgentMessage }
  /** `endsAnswer`: it says of the answer above it that it failed, and why. */
  | { kind: 'note'; seq: number; endsAnswer: boolean }
)

/** Reads that say nothing new once they are done: a run of them folds into one line. */
const QUIET_TOOLS = new Set(['read_file', 'ls', 'glob', 'grep'])

/** The rows of a conversation, oldest first. Pure in what the transcript holds now. */
export function buildRows(transcript: Transcript, hasOlder: boolean): Row[] {
  const rows: Row[] = hasOlder ? [{ key: 'older', kind: 'older' }] : []
  const messages = transcript.seqs().flatMap((seq) => transcript.messages.get(seq) ?? [])
  for (const [index, message] of messages.entries()) {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    // That it failed is said once: by the note, which also says why.
    const saidBelow = isFailed(message) && isFailureNote(after)
    if (message.role === 'note') {
      const endsAnswer = isFailureNote(message) && isFailed(before)
      rows.push({ key: `${message.seq}`, kind: 'note', seq: message.seq, endsAnswer })
    } else rows.push(...rowsOf(message, transcript).filter(({ kind }) => kind !== 'ended' || !saidBelow))
  }
  const drafts = [...transcript.drafts.values()].toSorted((a, b) => a.seq - b.seq || a.index - b.index)
  for (const { seq, index } of drafts) rows.push({ key: draftKey(seq, index), kind: 'draft', seq, index })
  return foldRuns(rows, transcript)
}

function isFailed(message: Message | undefined): boolean {
  return message?.role === 'agent' && message.state === 'failed'
}

function isFailureNote(message: Message | undefined): boolean {
  return message?.role === 'note' && message.note === 'failed'
}

function rowsOf(message: AgentMessage | UserMessage, transcript: Transcript): Row[] {
  const { seq } = message
  if (message.role === 'user')
    return message.act === undefined ? [{ key: `${seq}`, kind: 'user', message }] : ownRows(message, transcript)
  const rows: Row[] = []
  const seen = new Set<string>()
  const streaming = message.state === 'streaming'
  const calls = new Map(message.metadata.providerToolCalls.map((call) => [call.id, call]))
  for (const [part, value] of message.parts.entries()) {
    const key = `${seq}/${part}`
    // A part is finished once another follows it.
    const done = !streaming || part < message.parts.length - 1
    if (value === undefined) continue
    if (value.type === 'text' && value.text.trim() !== '') rows.push({ key, kind: 'text', seq, part, done })
    if (value.type === 'reasoning' && value.text.trim() !== '') rows.push({ key, kind: 'reasoning', seq, part, done })
    if (value.type === 'image') rows.push({ key, kind: 'image', seq, part })
    if (value.type === 'call') {
      seen.add(value.callId)
      const name = calls.get(value.callId)?.name ?? transcript.calls.get(value.callId)?.tool ?? ''
      rows.push({ key: `call/${value.callId}`, kind: 'call', callId: value.callId, name })
    }
  }
  for (const call of message.metadata.providerToolCalls)
    if (!seen.has(call.id)) rows.push({ key: `call/${call.id}`, kind: 'call', callId: call.id, name: call.name })
  for (const call of message.metadata.refusedCalls) {
    if (seen.has(call.id)) continue
    // One that reached the journal is shown with its record, as every other call.
    if (transcript.calls.has(call.id))
      rows.push({ key: `call/${call.id}`, kind: 'call', callId: call.id, name: call.name })
    else rows.push({ key: `refused/${call.id}`, kind: 'refused', call })
  }
  if (message.state === 'failed' || message.state === 'interrupted')
    rows.push({ key: `${seq}/end`, kind: 'ended', message })
  return rows
}

/** What the person did himself: one line as typed, and its call below it. */
function ownRows(message: UserMessage, transcript: Transcript): Row[] {
  const rows: Row[] = [{ key: `${message.seq}`, kind: 'own', message }]
  for (const part of message.parts) {
    if (part.type !== 'call') continue
    const name = transcript.calls.get(part.callId)?.tool ?? ''
    rows.push({ key: `call/${part.callId}`, kind: 'call', callId: part.callId, name })
  }
  return rows
}

/** Calls refused for one and the same reason fold from this many on: a few are told apart at a glance. */
const MANY_REFUSED = 4

/**
 * Puts each run of finished reads, and each long run of calls refused alike, into one row that keeps its first key. A
 * line that the reader has opened stays where it is.
 */
function foldRuns(rows: readonly Row[], { calls, opened }: Pick<Transcript, 'calls' | 'opened'>): Row[] {
  const folded: Row[] = []
  let run: Extract<Row, { kind: 'call' }>[] = []
  let kind: string | null = null
  const close = () => {
    const [first] = run
    if (first !== undefined && run.length >= (kind === READS ? 2 : MANY_REFUSED)) {
      const reads = run.every((row) => calls.get(row.callId)?.tool === 'read_file') ? 'reads' : 'looks'
      const callIds = run.map((row) => row.callId)
      folded.push({ key: `fold/${first.callId}`, kind: 'fold', callIds, words: kind === READS ? reads : 'unrun' })
    } else folded.push(...run)
    run = []
  }
  for (const row of rows) {
    const call = row.kind === 'call' ? calls.get(row.callId) : undefined
    const own = call === undefined || opened.has(row.key) ? null : runOf(call)
    if (own !== kind) close()
    kind = own
    if (row.kind === 'call' && own !== null) run.push(row)
    else folded.push(row)
  }
  close()
  return folded
}

const READS = 'reads'

/** What a call folds with: reads that ended as they should (a fold shows one tick for all), or the same refusal. */
function runOf(call: CallView): string | null {
  if (shownState(call) === 'ok') return QUIET_TOOLS.has(call.tool) ? READS : null
  return call.status === 'invalid' && call.failure !== undefined ? `refused: ${call.failure.message}` : null
}

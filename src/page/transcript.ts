import { CallState, type CallView } from '#contracts/calls.ts'
import type { OpenSession } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { AgentMessage, Message, Part } from '#contracts/messages.ts'
import { heardThing } from './heard-events.ts'
import { keptTail } from './kept-tail.ts'
import type { Revealed } from './kit/revealed.ts'

/** A call whose arguments still stream: `[message seq, index]` says which. */
interface CallDraft {
  seq: number
  index: number
  name: string
  argumentChars: number
}

/** What a running command has said so far: the last LIVE_OUTPUT_CHARS characters, and how many went before. */
export interface LiveOutput {
  text: string
  omitted: number
}

/** Events that belong to one session's conversation. */
export type TranscriptEvent = Extract<
  RuntimeEvent,
  { type: 'message' | 'delta' | 'call-draft' | 'call' | 'call-output' }
>

/** Characters of live output that the page holds of one call; the whole is in the journal. */
const LIVE_OUTPUT_CHARS = 200_000

export const STRUCTURE = 'structure'
export const partKey = (seq: number, part: number): string => `part/${seq}/${part}`
export const callKey = (callId: string): string => `call/${callId}`
export const outputKey = (callId: string): string => `output/${callId}`
export const draftKey = (seq: number, index: number): string => `draft/${seq}/${index}`
export const openedKey = (key: string): string => `opened/${key}`

/**
 * One session's conversation as the agent's thread reported it. Readers subscribe to a key: a streamed
 * token wakes the readers of one part, and `STRUCTURE` wakes whoever lists the rows. Nothing is told
 * before `flush`, so that a batch of events is one render.
 */
export class Transcript {
  readonly messages = new Map<number, Message>()
  readonly calls = new Map<string, CallView>()
  readonly outputs = new Map<string, LiveOutput>()
  /** By `draftKey`. */
  readonly drafts = new Map<string, CallDraft>()
  /** What the reader has opened, by keys of the conversation's own: it stays open while its row is out of sight. */
  readonly opened = new Set<string>()
  /** What he has closed of it, or of what stands open by itself. */
  readonly closed = new Set<string>()
  /** What he has uncovered inside a row or a call, by its key. */
  readonly #revealed = new Map<string, Revealed>()
  /** Grows by one whenever rows may have come, gone or changed their kind. */
  structure = 0
  #listeners = new Map<string, Set<() => void>>()
  #dirty = new Set<string>()
  /** Text of a part that came with an opened page before the deltas which bring it, by `partKey`. */
  #ahead = new Map<string, string>()

  /** Sequence numbers of all messages held, ascending. */
  seqs(): number[] {
    return [...this.messages.keys()].toSorted((a, b) => a - b)
  }

  part(seq: number, part: number): Part | undefined {
    const message = this.messages.get(seq)
    return message === undefined || message.role === 'note' ? undefined : message.parts[part]
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set()
    this.#listeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key)
    }
  }

  /** Tells the readers of everything that changed since the last flush. */
  flush(): void {
    const dirty = [...this.#dirty]
    this.#dirty.clear()
    for (const key of dirty) this.#tell(key)
  }

  /** Opens or closes each of `keys`, and tells their readers at once: it is the reader's own act. */
  setOpened(keys: readonly string[], open: boolean): void {
    const [into, from] = open ? [this.opened, this.closed] : [this.closed, this.opened]
    for (const key of keys) {
      from.delete(key)
      into.add(key)
    }
    for (const key of keys) this.#tell(openedKey(key))
  }

  /** What the reader has uncovered inside the row or the call of that key. */
  revealedIn(key: string): Revealed {
    const held = this.#revealed.get(key) ?? new Map()
    this.#revealed.set(key, held)
    return held
  }

  apply(event: TranscriptEvent): void {
    switch (event.type) {
      case 'message':
        return this.#putMessage(event.message)
      case 'delta':
        return this.#append(event)
      case 'call-draft': {
        const { seq, index, name, argumentChars } = event
        const key = draftKey(seq, index)
        if (!this.drafts.has(key)) this.#restructure()
        this.drafts.set(key, { seq, index, name, argumentChars })
        this.#dirty.add(key)
        return undefined
      }
      case 'call':
        this.#putCall(event.call)
        return this.#restructure()
      case 'call-output': {
        const before = this.outputs.get(event.callId) ?? { text: '', omitted: 0 }
        this.outputs.set(event.callId, keptTail(before, event.text, LIVE_OUTPUT_CHARS))
        this.#dirty.add(outputKey(event.callId))
        return undefined
      }
    }
  }

  /**
   * Takes in what `session.open` returned. Where messages lie between it and what is held, which were written
   * while nothing followed the session, what is held goes: a conversation with a hole would read as whole.
   * `isNewer` tells of which things (see `HeardEvents`) what is held is newer than the page.
   */
  open(page: Pick<OpenSession, 'messages' | 'calls'>, isNewer: (thing: string) => boolean = () => false): void {
    const first = page.messages.reduce((least, { seq }) => Math.min(least, seq), Infinity)
    const last = this.seqs().at(-1)
    if (last !== undefined && Number.isFinite(first) && first > last + 1)
      for (const held of [
        this.messages,
        this.calls,
        this.outputs,
        this.drafts,
        this.opened,
        this.closed,
        this.#ahead,
        this.#revealed,
      ])
        held.clear()
    this.merge(page, isNewer)
  }

  /**
   * Takes in what `session.open` or `session.older` returned. A message that streams here is ahead of a stored one,
   * and a call only ever moves forward.
   */
  merge(page: Pick<OpenSession, 'messages' | 'calls'>, isNewer: (thing: string) => boolean = () => false): void {
    for (const message of page.messages) {
      const held = this.messages.get(message.seq)
      // Of one that streams the longer copy counts: what is held may lack what was said while nothing followed it.
      const ahead = held?.role === 'agent' && message.role === 'agent' && message.state === 'streaming'
      if (held !== undefined && isNewer(heardThing.message(message.seq)) && !(ahead && isStreaming(held))) continue
      if (ahead && textLength(held) >= textLength(message)) continue
      this.#putMessage(message)
      if (ahead) this.#noteAhead(held, message)
    }
    for (const call of page.calls) {
      const held = this.calls.get(call.callId)
      if (held !== undefined && (isNewer(heardThing.call(call.callId)) || isBehind(call, held))) continue
      this.#putCall(call)
    }
    this.#restructure()
  }

  #putCall(call: CallView): void {
    this.calls.set(call.callId, call)
    this.#dirty.add(callKey(call.callId))
    // The result carries the whole output, so what was collected live may go.
    if (call.state === 'settled') this.outputs.delete(call.callId)
  }

  /** What the page holds was ahead of what is held: the deltas that are still on their way repeat the difference. */
  #noteAhead(held: AgentMessage, message: AgentMessage): void {
    for (const [index, part] of message.parts.entries()) {
      const before = held.parts[index]
      const known = before === undefined ? '' : textOf(before)
      const text = textOf(part)
      if (text.length > known.length && text.startsWith(known))
        this.#ahead.set(partKey(message.seq, index), text.slice(known.length))
    }
  }

  /** What of a delta's text is new. One that does not go on where the text held was ahead ends the comparison. */
  #newText(key: string, text: string): string {
    const ahead = this.#ahead.get(key)
    if (ahead === undefined) return text
    if (ahead.length > text.length && ahead.startsWith(text)) {
      this.#ahead.set(key, ahead.slice(text.length))
      return ''
    }
    this.#ahead.delete(key)
    return text.startsWith(ahead) ? text.slice(ahead.length) : text
  }

  #putMessage(message: Message): void {
    this.messages.set(message.seq, message)
    for (const key of this.#ahead.keys()) if (key.startsWith(`part/${message.seq}/`)) this.#ahead.delete(key)
    if (message.role !== 'note') for (const part of message.parts.keys()) this.#dirty.add(partKey(message.seq, part))
    for (const [key, draft] of this.drafts) {
      // A finished message has its calls; its drafts are history.
      if (draft.seq < message.seq || (draft.seq === message.seq && !isStreaming(message))) this.drafts.delete(key)
    }
    this.#restructure()
  }

  #append(event: Extract<TranscriptEvent, { type: 'delta' }>): void {
    const message = this.messages.get(event.seq)
    if (message === undefined || message.role === 'note') return
    const key = partKey(event.seq, event.part)
    const text = this.#newText(key, event.text)
    if (text === '') return
    const parts = [...message.parts]
    const part = parts[event.part]
    if (part === undefined) {
      parts[event.part] = { type: event.kind, text }
      this.#restructure()
    } else if (part.type === 'text' || part.type === 'reasoning') {
      // Empty parts have no row, so the first character is news to whoever lists the rows.
      if (part.text === '') this.#restructure()
      parts[event.part] = { ...part, text: part.text + text }
    }
    this.messages.set(event.seq, { ...message, parts })
    this.#dirty.add(key)
  }

  #tell(key: string): void {
    for (const listener of this.#listeners.get(key) ?? []) listener()
  }

  #restructure(): void {
    this.structure += 1
    this.#dirty.add(STRUCTURE)
  }
}

/** A settled call never changes again, so another copy of it is behind, too. */
function isBehind(call: CallView, held: CallView): boolean {
  const states = CallState.options
  return held.state === 'settled' || states.indexOf(call.state) < states.indexOf(held.state)
}

function isStreaming(message: Message): boolean {
  return message.role === 'agent' && message.state === 'streaming'
}

function textOf(part: Part): string {
  return part.type === 'text' || part.type === 'reasoning' ? part.text : ''
}

function textLength(message: Message): number {
  if (message.role === 'note') return message.text.length
  let length = 0
  for (const part of message.parts) length += part.type === 'text' || part.type === 'reasoning' ? part.text.length : 1
  return length
}

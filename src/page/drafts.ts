import { useCallback, useSyncExternalStore } from 'react'
import type { Attachment } from '#contracts/sessions.ts'
import { readKept, writeKept } from './kept.ts'

/** What is being written for one session. `sending`: a message of it is on its way. */
export interface Draft {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly sending: boolean
}

/** The key of what is written before there is a session for it. */
export const FRESH = 'fresh'

const KEEP_AFTER_MS = 300
/** A longer draft is not kept over a reload: localStorage is small, and shared with the page's other memory. */
const KEPT_MAX_CHARS = 50_000
const EMPTY: Draft = { text: '', attachments: [], sending: false }

type Content = Pick<Draft, 'text' | 'attachments'>

/**
 * What is being written, by session. It outlives the composer that shows it: a change of session keeps text
 * and attachments, a reload keeps the text. A message on its way is held until it is known to have arrived.
 */
export class Drafts {
  #held = new Map<string, Draft>()
  #onTheirWay = new Map<string, Content>()
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #listeners = new Set<() => void>()

  of(key: string): Draft {
    const held = this.#held.get(key)
    if (held !== undefined) return held
    const kept = readKept(`draft.${key}`)
    const draft = typeof kept === 'string' && kept !== '' ? { ...EMPTY, text: kept } : EMPTY
    this.#held.set(key, draft)
    return draft
  }

  /** Puts `changed` in the place of what is there; the text is kept in a moment. */
  change(key: string, changed: Partial<Content>): void {
    this.#put(key, { ...this.of(key), ...changed })
    clearTimeout(this.#timers.get(key))
    const timer = setTimeout(() => this.#keep(key), KEEP_AFTER_MS)
    this.#timers.set(key, timer)
  }

  /** Empties the draft of `key` and returns what is to be sent. Null while one is on its way already. */
  take(key: string): Content | null {
    const { text, attachments, sending } = this.of(key)
    if (sending) return null
    this.#onTheirWay.set(key, { text, attachments })
    this.#put(key, { ...EMPTY, sending: true })
    return { text, attachments }
  }

  /** The session that a first message makes is there: what is on its way, and what was typed since, is its own. */
  move(from: string, to: string): void {
    const { text, attachments, sending } = this.of(from)
    const content = this.#onTheirWay.get(from)
    this.#onTheirWay.delete(from)
    if (content !== undefined) this.#onTheirWay.set(to, content)
    this.#put(from, EMPTY)
    this.#put(to, { text, attachments, sending })
    this.#keep(to)
    this.#keep(from)
  }

  /** What was taken has arrived, or comes back before what was written since. */
  settle(key: string, arrived: boolean): void {
    const content = this.#onTheirWay.get(key)
    const { text, attachments } = this.of(key)
    this.#onTheirWay.delete(key)
    const back = arrived || content === undefined ? { text: '', attachments: [] } : content
    this.#put(key, {
      text: joined(back.text, text),
      attachments: [...back.attachments, ...attachments],
      sending: false,
    })
    this.#keep(key)
  }

  /** Lets go of everything of a session that is gone. */
  forget(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    this.#onTheirWay.delete(key)
    this.#held.delete(key)
    writeKept(`draft.${key}`, undefined)
    this.#tell()
  }

  /** Keeps what still waits to be kept: the page goes away. */
  keepAll(): void {
    for (const key of this.#timers.keys()) this.#keep(key)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #put(key: string, draft: Draft): void {
    this.#held.set(key, draft)
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  /** A message on its way is kept with the rest: should the page die now, it is not lost. */
  #keep(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const text = joined(this.#onTheirWay.get(key)?.text ?? '', this.of(key).text)
    if (text.length <= KEPT_MAX_CHARS) writeKept(`draft.${key}`, text === '' ? undefined : text)
  }
}

/** The draft of one session, read anew when it changes. */
export function useDraft(drafts: Drafts, key: string): Draft {
  const read = useCallback(() => drafts.of(key), [drafts, key])
  return useSyncExternalStore(drafts.subscribe, read, read)
}

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before}\n\n${after}`
}

import { useCallback, useSyncExternalStore } from 'react'
import type { Attachment } from '#contracts/sessions.ts'
import { HalfWritten } from './half-written.ts'
import { readKept, writeKept } from './kept.ts'

/** A file that is being read, to become an attachment. `signal` ends where the person takes it back. */
export interface Reading {
  readonly id: number
  readonly name: string
  readonly signal: AbortSignal
}

/**
 * What is being written for one session. `reading`: files on their way into `attachments`. `waiting`: it is sent once
 * they are read. `sending`: a message of it is on its way. `refused`: why what stands there was not sent, null where
 * nothing is known against it; it holds until the draft is changed.
 */
export interface Draft {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly reading: readonly Reading[]
  readonly waiting: boolean
  readonly sending: boolean
  readonly refused: string | null
}

/** The key of what is written before there is a session for it. */
export const FRESH = 'fresh'

const KEEP_AFTER_MS = 300
/** A longer draft is not kept over a reload: localStorage is small, and shared with the page's other memory. */
export const KEPT_MAX_CHARS = 50_000
const EMPTY: Draft = { text: '', attachments: [], reading: [], waiting: false, sending: false, refused: null }

type Content = Pick<Draft, 'text' | 'attachments'>

/**
 * What is being written, by session. It outlives the composer that shows it: a change of session keeps text
 * and attachments, a reload keeps the text. A message on its way is held until it is known to have arrived.
 */
export class Drafts {
  /** What is being written beside the message. */
  readonly halfWritten = new HalfWritten()
  #held = new Map<string, Draft>()
  #onTheirWay = new Map<string, Content>()
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #listeners = new Set<() => void>()
  #readings = new Map<number, { key: string; abort: AbortController }>()
  /** Who waits for the files of a draft to be read: told true once they are, false where it is called off. */
  #waiting = new Map<string, (read: boolean) => void>()
  #nextReading = 1
  /** Where a draft was moved to, until the page shows that place. */
  #moved = new Map<string, string>()
  #shown: string | null = null

  of(under: string): Draft {
    const key = this.#placeOf(under)
    const held = this.#held.get(key)
    if (held !== undefined) return held
    const kept = readKept(`draft.${key}`)
    const draft = typeof kept === 'string' && kept !== '' ? { ...EMPTY, text: kept } : EMPTY
    this.#held.set(key, draft)
    return draft
  }

  /** Puts `changed` in the place of what is there; the text is kept in a moment. */
  change(under: string, changed: Partial<Content>): void {
    const key = this.#placeOf(under)
    this.#put(key, { ...this.of(key), ...changed, refused: null })
    clearTimeout(this.#timers.get(key))
    const timer = setTimeout(() => this.#keep(key), KEEP_AFTER_MS)
    this.#timers.set(key, timer)
  }

  /** Says at the draft of `key` why it was not sent. */
  refuse(under: string, why: string): void {
    const key = this.#placeOf(under)
    this.#put(key, { ...this.of(key), refused: why })
  }

  /** Shows that the file called `name` is being read for the draft of `key`. `endReading` ends that. */
  beginReading(under: string, name: string): Reading {
    const key = this.#placeOf(under)
    const id = this.#nextReading++
    const abort = new AbortController()
    const reading: Reading = { id, name, signal: abort.signal }
    this.#readings.set(id, { key, abort })
    const draft = this.of(key)
    this.#put(key, { ...draft, reading: [...draft.reading, reading] })
    return reading
  }

  /**
   * A file was read, or could not be, or was taken back: null. What came of it goes to where its draft is by now;
   * what was taken back before leaves nothing behind.
   */
  endReading(id: number, attachment: Attachment | null): void {
    const held = this.#readings.get(id)
    if (held === undefined) return
    this.#readings.delete(id)
    if (attachment === null) held.abort.abort()
    const draft = this.of(held.key)
    const reading = draft.reading.filter((each) => each.id !== id)
    const attachments = attachment === null ? draft.attachments : [...draft.attachments, attachment]
    this.#put(held.key, { ...draft, reading, attachments })
    if (reading.length === 0) this.#stopWaiting(held.key, true)
  }

  /** Resolves once every file of the draft is read: true, or false where sending it was called off meanwhile. */
  untilRead(under: string): Promise<boolean> {
    const key = this.#placeOf(under)
    const draft = this.of(key)
    if (draft.reading.length === 0) return Promise.resolve(true)
    if (draft.waiting) return Promise.resolve(false)
    this.#put(key, { ...draft, waiting: true })
    return new Promise((resolve) => this.#waiting.set(key, resolve))
  }

  /** The draft of `key` is not sent when its files are read; they stay with it. */
  callOff(key: string): void {
    this.#stopWaiting(this.#placeOf(key), false)
  }

  #stopWaiting(key: string, read: boolean): void {
    const resolve = this.#waiting.get(key)
    if (resolve === undefined) return
    this.#waiting.delete(key)
    this.#put(key, { ...this.of(key), waiting: false })
    resolve(read)
  }

  /** Empties the draft of `key` and returns what is to be sent. Null while one is on its way, or a file is not read. */
  take(under: string): Content | null {
    const key = this.#placeOf(under)
    const { text, attachments, reading, sending } = this.of(key)
    if (sending || reading.length > 0) return null
    this.#onTheirWay.set(key, { text, attachments })
    this.#put(key, { ...EMPTY, sending: true })
    return { text, attachments }
  }

  /**
   * The session that a first message makes is there: what is on its way, and what was added since, is its own. Until the
   * page shows that session (`shown`), both keys mean this one draft: letters still come under the old one.
   */
  move(from: string, to: string): void {
    const draft = this.of(from)
    const content = this.#onTheirWay.get(from)
    for (const { id } of draft.reading) {
      const held = this.#readings.get(id)
      if (held !== undefined) held.key = to
    }
    this.#onTheirWay.delete(from)
    if (content !== undefined) this.#onTheirWay.set(to, content)
    this.#put(from, EMPTY)
    this.#put(to, draft)
    this.#keep(to)
    this.#keep(from)
    if (this.#shown === from) this.#moved.set(from, to)
    this.#tell()
  }

  /** The page shows the draft of `key` from now on: the old key of one that was moved is free again. */
  shown(key: string): void {
    this.#shown = key
    this.#moved.clear()
  }

  #placeOf(key: string): string {
    return this.#moved.get(key) ?? key
  }

  /** What was taken has arrived, or comes back before what was written since. */
  settle(key: string, arrived: boolean): void {
    const content = this.#onTheirWay.get(key)
    const draft = this.of(key)
    this.#onTheirWay.delete(key)
    const back = arrived || content === undefined ? { text: '', attachments: [] } : content
    this.#put(key, {
      ...draft,
      text: joined(back.text, draft.text),
      attachments: [...back.attachments, ...draft.attachments],
      sending: false,
    })
    this.#keep(key)
  }

  /** Adds a text behind what is written for `key`. */
  add(key: string, text: string): void {
    this.change(key, { text: joined(this.of(key).text, text) })
  }

  /** Lets go of everything of a session that is gone. */
  forget(key: string): void {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    this.callOff(key)
    for (const { id } of this.of(key).reading) this.endReading(id, null)
    this.#onTheirWay.delete(key)
    this.#held.delete(key)
    for (const [from, to] of this.#moved) if (to === key) this.#moved.delete(from)
    this.halfWritten.forget(key)
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
    // What was kept before would come back in the place of a text that is too long.
    writeKept(`draft.${key}`, text === '' || text.length > KEPT_MAX_CHARS ? undefined : text)
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

import { useCallback, useSyncExternalStore } from 'react'
import { z } from '#contracts/zod.ts'
import { readKept, writeKept } from './kept.ts'

/** Characters of one session's begun answers that are kept over a reload; localStorage is small. */
export const ANSWERS_KEPT_CHARS = 50_000
const ANSWER = 'answer/'
const Kept = z.record(z.string(), z.string()).catch({})

/** The key of what is being answered to the approval or question `id`. */
export function answerKey(id: string): string {
  return ANSWER + id
}

/**
 * Texts that were begun beside the message and not yet sent: an answer, a reason, a change of a message that waits.
 * By session and by a key that names what each is for. They outlive the field that shows them; answers, whose call or
 * question is asked again by the next page, outlive a reload too.
 */
export class HalfWritten {
  #held = new Map<string, ReadonlyMap<string, string>>()
  #listeners = new Set<() => void>()

  /** All that was begun in one session, by key; the same map until something of it changes. */
  of(sessionId: string): ReadonlyMap<string, string> {
    const held = this.#held.get(sessionId)
    if (held !== undefined) return held
    const texts = new Map(Object.entries(Kept.parse(readKept(nameOf(sessionId)) ?? {})))
    this.#held.set(sessionId, texts)
    return texts
  }

  /** Puts a text in the place of what is there; null lets go of it. */
  put(sessionId: string, key: string, text: string | null): void {
    const texts = new Map(this.of(sessionId))
    if (text === null) texts.delete(key)
    else texts.set(key, text)
    this.#held.set(sessionId, texts)
    if (key.startsWith(ANSWER)) keep(sessionId, texts)
    for (const listener of this.#listeners) listener()
  }

  /** Lets go of everything of a session that is gone. */
  forget(sessionId: string): void {
    this.#held.delete(sessionId)
    writeKept(nameOf(sessionId), undefined)
  }

  /** Lets go of the answers to what no longer waits in a session: `waits` says it of each approval or question. */
  forgetAnswered(sessionId: string, waits: (id: string) => boolean): void {
    for (const key of this.of(sessionId).keys())
      if (key.startsWith(ANSWER) && !waits(key.slice(ANSWER.length))) this.put(sessionId, key, null)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function nameOf(sessionId: string): string {
  return `answers.${sessionId}`
}

function keep(sessionId: string, texts: ReadonlyMap<string, string>): void {
  const answers = [...texts].filter(([key, text]) => key.startsWith(ANSWER) && text !== '')
  const chars = answers.reduce((sum, [, text]) => sum + text.length, 0)
  // What was kept before would come back in the place of texts that are too long.
  const fits = answers.length > 0 && chars <= ANSWERS_KEPT_CHARS
  writeKept(nameOf(sessionId), fits ? Object.fromEntries(answers) : undefined)
}

/** One text that was begun, null where none was, and the way to change it. */
export function useHalfWritten(
  halfWritten: HalfWritten,
  sessionId: string,
  key: string,
): [string | null, (text: string | null) => void] {
  const read = useCallback(() => halfWritten.of(sessionId).get(key) ?? null, [halfWritten, sessionId, key])
  const text = useSyncExternalStore(halfWritten.subscribe, read, read)
  const put = useCallback(
    (changed: string | null) => halfWritten.put(sessionId, key, changed),
    [halfWritten, sessionId, key],
  )
  return [text, put]
}

/** What was begun in one session, read anew when it changes. */
export function useAllHalfWritten(halfWritten: HalfWritten, sessionId: string): ReadonlyMap<string, string> {
  const read = useCallback(() => halfWritten.of(sessionId), [halfWritten, sessionId])
  return useSyncExternalStore(halfWritten.subscribe, read, read)
}

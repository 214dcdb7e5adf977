import { useCallback, useSyncExternalStore } from 'react'

/**
 * Texts that were begun beside the message and not yet sent: an answer, a reason, a change of a message that waits.
 * By session and by a key that names what each is for. They outlive the field that shows them, not the page.
 */
export class HalfWritten {
  #held = new Map<string, ReadonlyMap<string, string>>()
  #listeners = new Set<() => void>()

  /** All that was begun in one session, by key; the same map until something of it changes. */
  of(sessionId: string): ReadonlyMap<string, string> {
    return this.#held.get(sessionId) ?? NOTHING
  }

  /** Puts a text in the place of what is there; null lets go of it. */
  put(sessionId: string, key: string, text: string | null): void {
    const texts = new Map(this.of(sessionId))
    if (text === null) texts.delete(key)
    else texts.set(key, text)
    if (texts.size === 0) this.#held.delete(sessionId)
    else this.#held.set(sessionId, texts)
    for (const listener of this.#listeners) listener()
  }

  /** Lets go of everything of a session that is gone. */
  forget(sessionId: string): void {
    this.#held.delete(sessionId)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const NOTHING: ReadonlyMap<string, string> = new Map()

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

import type { CallRecord } from '#contracts/calls.ts'
import { fail, type Failure } from '#contracts/failure.ts'
import type { Message, NoteMessage } from '#contracts/messages.ts'
import type { Session } from '#contracts/sessions.ts'
import { loadHistory, type History } from './history/history.ts'
import { watchAfter } from './gate/watch-message.ts'
import type { SessionShare } from './session-share.ts'

/** What may change of a session's record while it is open. */
export type SessionChange = Partial<
  Pick<
    Session,
    | 'title'
    | 'mode'
    | 'model'
    | 'todos'
    | 'allowances'
    | 'queue'
    | 'usage'
    | 'contextTokens'
    | 'turn'
    | 'nextSeq'
    | 'memory'
    | 'watch'
    | 'spend'
  >
>

/** A change, or how to make it from the record as it is when its turn to be stored has come; null changes nothing. */
export type SessionUpdate = SessionChange | ((record: Session) => SessionChange | null)

/**
 * The record and the conversation of one open session. What changes is stored first, then counts, then is shown:
 * a change that storage refuses has not happened. Changes are stored one after another, each made from the record
 * that the one before it left, so that none undoes another.
 */
export class SessionState {
  /** Loaded with the first turn: showing a session reads only its tail (spec ST1). */
  #history: History | null = null
  #loading: Promise<History> | null = null
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(
    private session: Session,
    readonly share: SessionShare,
  ) {}

  get record(): Session {
    return this.session
  }

  /** Stores a change; rejects where storage refuses it, and then nothing has changed. */
  update(change: SessionUpdate): Promise<void> {
    return this.#inOrder(async () => {
      const made = typeof change === 'function' ? change(this.session) : change
      if (made === null) return
      const changed = { ...made, updatedAt: this.share.ports.clock.now() }
      await this.share.ports.store.saveSession({ ...this.session, ...changed })
      this.#keep(changed)
    })
  }

  /** Changes the record in memory and on the page only: for the end of a turn that storage refuses. */
  updateUnstored(change: SessionChange): void {
    if (!this.#closed) this.#keep(change)
  }

  /**
   * The conversation, one object for all who ask: what one of them puts into it the others see. It is read between two
   * changes, so that none falls between what is read and what is put. Rejects where it cannot be read; asked again, it
   * is read again.
   */
  history(): Promise<History> {
    this.#loading ??= this.#inOrder(async () => {
      this.#history = await loadHistory(this.share.ports.store, this.session.id)
      return this.#history
    }).catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  /** The conversation as far as it was loaded; null before the first turn. */
  get loaded(): History | null {
    return this.#history
  }

  /** Takes the next position in the session, in memory; the record is stored with the next update. */
  advance(): void {
    this.session = { ...this.session, nextSeq: this.session.nextSeq + 1 }
  }

  /**
   * Appends a message at the session's next position, whatever `seq` it came with: stored together with `calls` that
   * stand in it, the record and `change`, in one transaction, then shown. Rejects where that is refused, and then
   * nothing was appended.
   */
  append(message: Message, change: SessionUpdate = {}, calls: readonly CallRecord[] = []): Promise<void> {
    return this.#inOrder(async () => {
      const placed = { ...message, seq: this.session.nextSeq }
      const made = typeof change === 'function' ? change(this.session) : change
      const watch = watchAfter(this.session.watch, placed)
      const changed = {
        ...made,
        ...(watch === undefined ? {} : { watch }),
        nextSeq: placed.seq + 1,
        updatedAt: this.share.ports.clock.now(),
      }
      await this.share.ports.store.appendMessage(placed, { ...this.session, ...changed }, calls)
      this.#history?.put(placed)
      this.#history?.addCalls(calls)
      for (const call of calls) this.share.journal.show(call)
      this.share.emit({ type: 'message', message: placed })
      this.#keep(changed)
    })
  }

  /** What the host says in the conversation; stored together with `change`. */
  async note(
    note: NoteMessage['note'],
    text: string,
    more: { canGoOn: boolean; toModel: boolean; failure?: Failure; turnId: string },
    change: SessionUpdate = {},
  ): Promise<void> {
    const { clock } = this.share.ports
    const { id: sessionId, nextSeq: seq } = this.session
    await this.append({ id: clock.newId(), sessionId, seq, at: clock.now(), role: 'note', note, text, ...more }, change)
  }

  /** Waits for the last change; later ones are refused, so that nothing is written behind whoever opens it next. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#last
  }

  #keep(changed: Partial<Session>): void {
    this.session = { ...this.session, ...changed }
    this.share.emit({ type: 'session', session: this.session })
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(fail('command', 'locked', 'This session is closed. Open it again.'))
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}

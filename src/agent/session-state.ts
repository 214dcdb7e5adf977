import type { Failure } from '#contracts/failure.ts'
import type { Message, NoteMessage } from '#contracts/messages.ts'
import type { Session } from '#contracts/sessions.ts'
import { loadHistory, type History } from './history/history.ts'
import type { SessionShare } from './session-host.ts'

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
  >
>

/** The record and the conversation of one open session: changed here, stored, then shown. */
export class SessionState {
  /** Loaded with the first turn: showing a session reads only its tail (spec ST1). */
  #history: History | null = null

  constructor(
    private session: Session,
    readonly share: SessionShare,
  ) {}

  get record(): Session {
    return this.session
  }

  /** Changes the record at once, and shows it when it is stored. */
  async update(change: SessionChange): Promise<void> {
    this.session = { ...this.session, ...change, updatedAt: this.share.ports.clock.now() }
    await this.share.ports.store.saveSession(this.session)
    this.show()
  }

  /** Shows the record as it is, stored or not. */
  show(): void {
    this.share.emit({ type: 'session', session: this.session })
  }

  /** Changes the record in memory and on the page only: for the end of a turn that storage refuses. */
  updateUnstored(change: SessionChange): void {
    this.session = { ...this.session, ...change }
    this.show()
  }

  async history(): Promise<History> {
    this.#history ??= await loadHistory(this.share.ports.store, this.session.id)
    return this.#history
  }

  /** Takes the next position in the session, in memory; the record is stored with the next update. */
  advance(): void {
    this.session = { ...this.session, nextSeq: this.session.nextSeq + 1 }
  }

  /** Appends a message: stored, then shown. `change` is stored with the record behind it. */
  async append(message: Message, change: SessionChange = {}): Promise<void> {
    await this.share.ports.store.saveMessage(message)
    this.#history?.put(message)
    this.share.emit({ type: 'message', message })
    await this.update({ ...change, nextSeq: message.seq + 1 })
  }

  /** What the host says in the conversation. */
  async note(
    note: NoteMessage['note'],
    text: string,
    more: { canGoOn: boolean; toModel: boolean; failure?: Failure; turnId: string },
  ): Promise<void> {
    const { clock } = this.share.ports
    const { id, nextSeq: seq } = this.session
    await this.append({ id: clock.newId(), sessionId: id, seq, at: clock.now(), role: 'note', note, text, ...more })
  }
}

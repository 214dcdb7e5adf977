import type { CallRecord } from '#contracts/calls.ts'
import type { OpenSession } from '#contracts/commands.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import { NO_USAGE, type ModelRef } from '#contracts/models.ts'
import { lostWatch } from '#contracts/run-watch.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Mode } from '#contracts/risk.ts'
import type { Session } from '#contracts/sessions.ts'
import { callView } from './call-view.ts'
import { reopened } from './gate/monitor.ts'
import { recover } from './recover.ts'
import { SessionHost } from './session-host.ts'
import type { SessionShare } from './session-share.ts'

/** What a new session starts with. */
export interface NewSession {
  readonly title: string
  readonly mode: Mode
  readonly model: ModelRef | null
  readonly demoId: string | null
}

/**
 * The sessions of this tab: which are open, which of them this tab may write (one writer per session
 * across tabs, spec ST3), and opening and closing them.
 */
export class Sessions {
  readonly #open = new Map<string, Promise<SessionHost | null>>()
  readonly #closing = new Map<string, Promise<void>>()
  /** Sandboxes of sessions that another tab writes, for looking only. */
  readonly #readOnly = new Map<string, Promise<Sandbox>>()
  readonly #watching = new Set<string>()

  constructor(private readonly share: SessionShare) {}

  /** Newest first. A session whose record cannot be read is listed too: it can be opened, or deleted. */
  async list(): Promise<Session[]> {
    const { sessions, corrupt } = await this.share.ports.store.sessions()
    const damaged = await Promise.all(corrupt.map((record) => this.#standIn(record.key, 0)))
    return [...sessions, ...damaged].toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  async create(start: NewSession): Promise<Session> {
    const { clock, store } = this.share.ports
    const session = newSession(clock.newId(), clock.now(), start)
    await store.saveSession(session)
    this.share.emit({ type: 'session', session })
    return session
  }

  /** Runs a command on the session, which stays open meanwhile. Throws `read-only` where another tab writes it. */
  async write<T>(sessionId: string, work: (host: SessionHost) => Promise<T>): Promise<T> {
    const host = await this.#live(sessionId)
    if (host === null) throw fail('command', 'read-only', READ_ONLY)
    return host.use(work)
  }

  /** Opens a session to be shown, for writing where that is possible. */
  async open(sessionId: string): Promise<OpenSession> {
    const host = await this.#live(sessionId)
    const viewing = host === null ? this.#viewReadOnly(sessionId) : host.use(() => host.view())
    // Not waited for: what the person opened comes first.
    this.#closeOthers(sessionId).catch((error: unknown) => {
      this.share.emit({ type: 'notice', level: 'error', text: toFailure(error, 'storage').message })
    })
    return viewing
  }

  /** Works on the session's workspace, also where it may only be looked at. */
  async look<T>(sessionId: string, work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
    const host = await this.#live(sessionId)
    if (host === null) return work(await this.#readOnlySandbox(sessionId))
    return host.use(() => work(host.workspace))
  }

  /**
   * Deletes a session and its workspace, also one whose record cannot be read. One that is open here comes to rest
   * first, so that nothing of it is written afterwards. One that is not is never opened for it: a full disk, which
   * takes nothing that opening would store, must not keep a person from making room.
   */
  async remove(sessionId: string): Promise<void> {
    for (;;) {
      const host = await this.#open.get(sessionId)?.catch(() => null)
      // Erased before the lock is let go: no other tab may open what is about to vanish.
      if (host && !host.closed) return this.#close(sessionId, host, () => this.#erase(sessionId))
      const closing = this.#closing.get(sessionId)
      if (closing === undefined) break
      await closing.catch(() => {})
    }
    // From here on whoever opens it waits.
    const removing = this.#removeUnopened(sessionId).finally(() => this.#closing.delete(sessionId))
    this.#closing.set(sessionId, removing)
    return removing
  }

  async #removeUnopened(sessionId: string): Promise<void> {
    const { locks } = this.share.ports
    if (!(await locks.acquire(lockName(sessionId)))) throw fail('command', 'read-only', READ_ONLY)
    try {
      // Where storage cannot even be read, the session stays.
      await this.#known(sessionId)
      await this.#erase(sessionId)
      this.#closeReadOnly(sessionId)
    } finally {
      locks.release(lockName(sessionId))
    }
  }

  async #erase(sessionId: string): Promise<void> {
    await this.share.ports.store.deleteSession(sessionId)
    this.share.emit({ type: 'session-deleted', sessionId })
  }

  async #viewReadOnly(sessionId: string): Promise<OpenSession> {
    const { store, registry } = this.share.ports
    const { session } = await this.#read(sessionId)
    const { messages, calls, hasOlder } = await store.tail(sessionId, SESSION_TAIL_MESSAGES)
    const views = calls.map((record: CallRecord) => callView(record, registry))
    return { session, messages, calls: views, approvals: [], questions: [], access: 'read-only', hasOlder }
  }

  #readOnlySandbox(sessionId: string): Promise<Sandbox> {
    const known = this.#readOnly.get(sessionId)
    if (known !== undefined) return known
    const opening = this.#read(sessionId).then(({ session }) =>
      this.share.ports.openSandbox(session.workspaceId, () => {}),
    )
    this.#readOnly.set(sessionId, opening)
    opening.catch(() => this.#readOnly.delete(sessionId))
    return opening
  }

  #closeReadOnly(sessionId: string): void {
    const opening = this.#readOnly.get(sessionId)
    this.#readOnly.delete(sessionId)
    opening?.then((sandbox) => sandbox.close()).catch(() => {})
  }

  /** What is stored of a session; null where there is nothing. Writes nothing: it may be another tab's to write. */
  async #known(sessionId: string): Promise<{ session: Session; damaged: boolean } | null> {
    const { store, clock } = this.share.ports
    try {
      const session = await store.session(sessionId)
      return session === null ? null : { session, damaged: false }
    } catch (error) {
      if (toFailure(error, 'storage').kind !== 'corrupt-record') throw error
      return { session: await this.#standIn(sessionId, clock.now()), damaged: true }
    }
  }

  async #read(sessionId: string): Promise<{ session: Session; damaged: boolean }> {
    const known = await this.#known(sessionId)
    if (known === null)
      throw fail('command', 'not-found', 'There is no such session. It may have been deleted in another tab.')
    return known
  }

  /** For a damaged record: what of it can be read. The conversation stands in records of its own, untouched. */
  async #standIn(sessionId: string, at: number): Promise<Session> {
    const parts = await this.share.ports.store.damagedSession(sessionId)
    // What had entered its context is not known any more, so it counts as untrusted where it cannot be read.
    return { ...newSession(sessionId, at, DAMAGED), watch: lostWatch(at), ...parts, id: sessionId }
  }

  /** Stores what stands in for a damaged record. The caller holds the lock. */
  async #repair(session: Session): Promise<void> {
    const text =
      'The record of this session was damaged. Its conversation and files are here, and what could be read of the rest. Check its name, mode and model: what could not was reset.'
    this.share.emit({ type: 'notice', level: 'warning', text })
    // Where that is refused, the record stays as it is, and the session's next change stores it.
    await this.share.ports.store.saveSession(session).catch(() => {})
  }

  /** The open session, never one that is being closed; null where another tab writes it. */
  async #live(sessionId: string): Promise<SessionHost | null> {
    for (;;) {
      const host = await this.#host(sessionId)
      // One that began to close while it was handed out is opened again.
      if (host === null || !host.closed) return host
    }
  }

  #host(sessionId: string): Promise<SessionHost | null> {
    const open = this.#open.get(sessionId)
    if (open !== undefined) return open
    const opening = this.#openHost(sessionId)
    this.#open.set(sessionId, opening)
    // A session that could not be opened, or only to look at, is tried again the next time.
    const forget = (): void => void this.#open.delete(sessionId)
    opening.then((host) => host ?? forget(), forget)
    return opening
  }

  async #openHost(sessionId: string): Promise<SessionHost | null> {
    const { ports, journal } = this.share
    await this.#closing.get(sessionId)?.catch(() => {})
    await this.#read(sessionId)
    if (!(await ports.locks.acquire(lockName(sessionId)))) {
      this.#watchForLock(sessionId)
      return null
    }
    let sandbox: Sandbox | null = null
    let host: SessionHost | null = null
    try {
      const { session, damaged } = await this.#read(sessionId)
      if (damaged) await this.#repair(session)
      const opened = await this.#sandboxOf(session)
      sandbox = opened.sandbox
      const tail = await ports.store.tail(sessionId, SESSION_TAIL_MESSAGES)
      const recovered = await recover(sessionId, tail.messages, ports.store, journal)
      const lastSeq = tail.messages.at(-1)?.seq ?? -1
      // A message that was stored just before the tab died may still stand in the queue.
      const sent = new Set(tail.messages.map((message) => message.id))
      const queue = session.queue.filter((message) => !sent.has(message.id))
      const watch = reopened(session.watch)
      const current = {
        ...session,
        ...(watch === undefined ? {} : { watch }),
        queue,
        nextSeq: Math.max(session.nextSeq, lastSeq + 1),
      }
      host = new SessionHost(current, sandbox, opened.failure, this.share)
      await host.resume(recovered)
      return host
    } catch (error) {
      // What was opened is closed before another tab may write: its sandbox would store files into theirs.
      await (host ?? sandbox)?.close().catch(() => {})
      ports.locks.release(lockName(sessionId))
      throw error
    }
  }

  async #sandboxOf(session: Session): Promise<{ sandbox: Sandbox | null; failure: Failure | null }> {
    try {
      const sandbox = await this.share.ports.openSandbox(session.workspaceId, (failure) =>
        this.share.emit({ type: 'notice', level: 'error', text: failure.message, failure }),
      )
      return { sandbox, failure: null }
    } catch (error) {
      // A conversation without a workspace is better than none; tools that need one say why they cannot.
      return { sandbox: null, failure: toFailure(error, 'discovery') }
    }
  }

  /** Tells the page once the other tab has let go. The wait ends with this tab. */
  #watchForLock(sessionId: string): void {
    if (this.#watching.has(sessionId)) return
    this.#watching.add(sessionId)
    const name = lockName(sessionId)
    const ended = (): void => void this.#watching.delete(sessionId)
    this.share.ports.locks.whenFree(name, new AbortController().signal).then((free) => {
      ended()
      if (!free) return
      // Taken only to learn that it is free: opening takes it again, recovers, and only then writes.
      this.share.ports.locks.release(name)
      this.#closeReadOnly(sessionId)
      this.share.emit({ type: 'access', sessionId, access: 'write' })
    }, ended)
  }

  /** Frees the sandboxes and locks of sessions that are not shown and where nothing happens any more. */
  async #closeOthers(except: string): Promise<void> {
    for (const sessionId of this.#readOnly.keys()) if (sessionId !== except) this.#closeReadOnly(sessionId)
    for (const [sessionId, opening] of this.#open) {
      if (sessionId === except) continue
      const host = await opening.catch(() => null)
      if (host !== null && host.isIdle && !host.closed) await this.#close(sessionId, host)
    }
  }

  /** Closes a session, and does `last` before its lock is free. One that is opened again meanwhile waits for it. */
  #close(sessionId: string, host: SessionHost, last: () => Promise<void> = async () => {}): Promise<void> {
    this.#open.delete(sessionId)
    const closing = host
      .close()
      .then(last)
      .finally(() => {
        this.#closing.delete(sessionId)
        this.share.ports.locks.release(lockName(sessionId))
        // The page forgets what it held: another tab may write the session from now on.
        this.share.emit({ type: 'access', sessionId, access: 'closed' })
      })
    this.#closing.set(sessionId, closing)
    return closing
  }
}

const DAMAGED: NewSession = { title: 'Unreadable session', mode: 'ask', model: null, demoId: null }

function newSession(id: string, at: number, start: NewSession): Session {
  return {
    id,
    ...start,
    createdAt: at,
    updatedAt: at,
    workspaceId: id,
    todos: [],
    allowances: [],
    usage: NO_USAGE,
    contextTokens: null,
    turn: { status: 'idle', turnId: null, startedAt: null },
    queue: [],
    nextSeq: 0,
  }
}

const READ_ONLY = 'Another tab is writing this session. Close it there, or go on in that tab.'

function lockName(sessionId: string): string {
  return `sallyport-session-${sessionId}`
}

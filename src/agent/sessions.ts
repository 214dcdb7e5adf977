import type { CallRecord } from '#contracts/calls.ts'
import type { OpenSession } from '#contracts/commands.ts'
import { fail, toFailure, type Failure } from '#contracts/failure.ts'
import { SESSION_TAIL_MESSAGES } from '#contracts/limits.ts'
import { NO_USAGE, type ModelRef } from '#contracts/models.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { Mode } from '#contracts/risk.ts'
import type { Session } from '#contracts/sessions.ts'
import { callView } from './call-view.ts'
import { recover } from './recover.ts'
import { SessionHost, type SessionShare } from './session-host.ts'

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
  readonly #readOnly = new Map<string, Sandbox>()
  readonly #watching = new Set<string>()

  constructor(private readonly share: SessionShare) {}

  async list(): Promise<Session[]> {
    const { sessions, corrupt } = await this.share.ports.store.sessions()
    for (const record of corrupt) {
      this.share.emit({
        type: 'notice',
        level: 'warning',
        text: `The session ${record.key} cannot be read (${record.reason}). It was left as it is.`,
      })
    }
    return sessions.toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  async create(start: NewSession): Promise<Session> {
    const { clock, store } = this.share.ports
    const id = clock.newId()
    const session: Session = {
      id,
      ...start,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      workspaceId: id,
      todos: [],
      allowances: [],
      usage: NO_USAGE,
      contextTokens: null,
      turn: { status: 'idle', turnId: null, startedAt: null },
      queue: [],
      nextSeq: 0,
    }
    await store.saveSession(session)
    this.share.emit({ type: 'session', session })
    return session
  }

  /** The session for writing. Throws `read-only` where another tab writes it. */
  async writer(sessionId: string): Promise<SessionHost> {
    const host = await this.#host(sessionId)
    if (host === null)
      throw fail('command', 'read-only', 'Another tab is writing this session. Close it there, or go on in that tab.')
    return host
  }

  /** Opens a session to be shown, for writing where that is possible. */
  async open(sessionId: string): Promise<OpenSession> {
    const host = await this.#host(sessionId)
    // Not waited for: what the person opened comes first.
    this.#closeIdle(sessionId).catch((error: unknown) => {
      this.share.emit({ type: 'notice', level: 'error', text: toFailure(error, 'storage').message })
    })
    if (host !== null) return host.view()
    const { store, registry } = this.share.ports
    const session = await this.#read(sessionId)
    const tail = await store.tail(sessionId, SESSION_TAIL_MESSAGES)
    const calls = tail.calls.map((record: CallRecord) => callView(record, registry))
    return {
      session,
      messages: tail.messages,
      calls,
      approvals: [],
      questions: [],
      access: 'read-only',
      hasOlder: tail.hasOlder,
    }
  }

  /** The session's workspace, also where it may only be looked at. */
  async sandbox(sessionId: string): Promise<Sandbox> {
    const host = await this.#host(sessionId)
    if (host !== null) {
      if (host.sandbox === null) throw fail('command', 'unavailable', 'This session has no workspace here.')
      return host.sandbox
    }
    const known = this.#readOnly.get(sessionId)
    if (known !== undefined) return known
    const session = await this.#read(sessionId)
    const sandbox = await this.share.ports.openSandbox(session.workspaceId, () => {})
    this.#readOnly.set(sessionId, sandbox)
    return sandbox
  }

  async remove(sessionId: string): Promise<void> {
    const host = await this.writer(sessionId)
    await this.#close(sessionId, host)
    const { store, workspaces } = this.share.ports
    await workspaces.delete(host.record.workspaceId)
    await store.deleteSession(sessionId)
    this.share.emit({ type: 'session-deleted', sessionId })
  }

  async #read(sessionId: string): Promise<Session> {
    const session = await this.share.ports.store.session(sessionId)
    if (session === null)
      throw fail('command', 'not-found', 'There is no such session. It may have been deleted in another tab.')
    return session
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
    try {
      const session = await this.#read(sessionId)
      const { sandbox, failure } = await this.#sandboxOf(session)
      const tail = await ports.store.tail(sessionId, SESSION_TAIL_MESSAGES)
      const recovered = await recover(sessionId, tail.messages, ports.store, journal)
      const lastSeq = tail.messages.at(-1)?.seq ?? -1
      const current = { ...session, nextSeq: Math.max(session.nextSeq, lastSeq + 1) }
      const host = new SessionHost(current, sandbox, failure, this.share)
      await host.resume(recovered)
      return host
    } catch (error) {
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
      void this.#readOnly.get(sessionId)?.close()
      this.#readOnly.delete(sessionId)
      this.share.emit({ type: 'access', sessionId, access: 'write' })
    }, ended)
  }

  /** Frees the sandboxes and locks of sessions where nothing happens any more. */
  async #closeIdle(except: string): Promise<void> {
    for (const [sessionId, opening] of this.#open) {
      if (sessionId === except) continue
      const host = await opening.catch(() => null)
      if (host !== null && host.isIdle) await this.#close(sessionId, host)
    }
  }

  /** Closes a session. One that is opened again meanwhile waits until this is done. */
  #close(sessionId: string, host: SessionHost): Promise<void> {
    this.#open.delete(sessionId)
    const closing = host.close().finally(() => {
      this.#closing.delete(sessionId)
      this.share.ports.locks.release(lockName(sessionId))
    })
    this.#closing.set(sessionId, closing)
    return closing
  }
}

function lockName(sessionId: string): string {
  return `sallyport-session-${sessionId}`
}

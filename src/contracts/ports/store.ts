import type { Approval, HumanQuestion } from '../approvals.ts'
import type { CallRecord, PlannedCall } from '../calls.ts'
import type { Message } from '../messages.ts'
import type { AcceptedRuleFile, Rule, RuleUse } from '../rules.ts'
import type { Session, TurnDiff } from '../sessions.ts'
import type { Settings, StorageReport } from '../settings.ts'
import type { TrustState } from '../trust.ts'

/** A record that did not parse: shown as such, never fatal for its session. */
export interface CorruptRecord {
  readonly store: string
  readonly key: string
  readonly reason: string
}

/** One entry of a session's event log (spec RS10). `data` is JSON, counts and reasons only for diagnostics. */
export interface LogEntry {
  readonly sessionId: string
  readonly at: number
  readonly name: string
  readonly data: unknown
}

/** A rule's record that could not be read. `verdict` is what it said, where that much can be told. */
export interface CorruptRule extends CorruptRecord {
  readonly verdict: Rule['verdict'] | null
}

/** What is stored of the trust in a workspace: nothing yet, a record that cannot be read, or how it stands. */
export type StoredTrust = TrustState | 'damaged' | null

/** A call of the past as far as a rule looks at it. */
export interface PastPlan {
  readonly sessionId: string
  readonly plan: PlannedCall
  readonly plannedAt: number
}

/**
 * Where sessions live (spec SH4, ST1). Every record is parsed on the way in and out. `strict` writes
 * resolve once they are durable; the others once the transaction completed. Failures are
 * `FailureError`s of stage `storage`.
 */
export interface Store {
  report(): Promise<StorageReport>
  /** Of a damaged record, what can be read; the defaults stand for the rest, and it is told as corrupt. */
  settings(): Promise<Settings>
  /**
   * Reads, changes and writes the settings in one strict transaction, so that no change of another tab is lost, and
   * returns what is stored now. A damaged record is kept aside. `change` does not wait, and may throw: nothing is written then.
   */
  updateSettings(change: (settings: Settings) => Settings): Promise<Settings>

  sessions(): Promise<{ sessions: Session[]; corrupt: CorruptRecord[] }>
  /** Throws `corrupt-record` where the record does not parse. */
  session(id: string): Promise<Session | null>
  /** What can still be read of a session's damaged record: the fields that parse, and of its lists the entries that do. */
  damagedSession(id: string): Promise<Partial<Session>>
  saveSession(session: Session): Promise<void>
  /**
   * Removes the session, all its records and its workspace (files, rules, trust) in one strict transaction: where that
   * is refused, all of it is still there. Of a damaged record, the workspace that it names, or else the one of its own id.
   */
  deleteSession(id: string): Promise<void>

  /** Messages with `seq < before` (undefined: the newest), oldest first, at most `limit`, and the calls of those messages. */
  tail(
    sessionId: string,
    limit: number,
    before?: number,
  ): Promise<{ messages: Message[]; calls: CallRecord[]; hasOlder: boolean; corrupt: CorruptRecord[] }>
  /** Writes one message: appends it, or replaces the streaming draft with the same seq. */
  saveMessage(message: Message): Promise<void>
  /**
   * A new message, the journal entries of the calls that stand in it and the session's record behind it, in one
   * strict transaction: all are stored, or nothing.
   */
  appendMessage(message: Message, session: Session, calls: readonly CallRecord[]): Promise<void>
  /** An agent message and the journal entries of its calls in one strict transaction (spec RS5). */
  saveTurn(message: Message, calls: readonly CallRecord[]): Promise<void>
  /** One journal entry, strict. Never moves a call backwards: a settled record is not overwritten. */
  saveCall(record: CallRecord): Promise<void>
  call(taskId: string, callId: string): Promise<CallRecord | null>
  /** Journal entries of a session that are not settled, oldest first. */
  openCalls(taskId: string): Promise<CallRecord[]>

  savePending(pending: { approval: Approval } | { question: HumanQuestion }): Promise<void>
  removePending(sessionId: string, id: string): Promise<void>
  pending(sessionId: string): Promise<{ approvals: Approval[]; questions: HumanQuestion[] }>

  saveTurnDiff(diff: TurnDiff): Promise<void>
  turnDiff(sessionId: string, turnId: string): Promise<TurnDiff | null>

  /** Every stored rule, oldest first, and those that cannot be read: one of them may have denied something. */
  rules(): Promise<{ rules: Rule[]; corrupt: CorruptRule[] }>
  /** Adds a rule, strict. `invalid` where RULES_MAX are stored already. */
  addRule(rule: Rule): Promise<void>
  /** Removes a rule, also one that cannot be read, strict. Removing one that is gone does nothing. */
  removeRule(id: string): Promise<void>
  /** Keeps what a rule decided last. Never brings back one that has been removed. */
  noteRuleUse(id: string, use: RuleUse): Promise<void>
  /** The rule file of a workspace as the person took it on. A damaged record is reported and counts as none. */
  acceptedRuleFile(workspaceId: string): Promise<AcceptedRuleFile | null>
  acceptRuleFile(file: AcceptedRuleFile): Promise<void>
  forgetRuleFile(workspaceId: string): Promise<void>
  /** How the trust in a workspace stands. A damaged record is reported, and never counts as none. */
  trust(workspaceId: string): Promise<StoredTrust>
  /** Reads, changes and writes it in one strict transaction; returns what is stored now. `change` does not wait. */
  updateTrust(workspaceId: string, change: (stored: StoredTrust) => TrustState): Promise<TrustState>
  /**
   * Calls of every session that were planned, newest first, without what they returned: at most `limit`, and
   * fewer where their records are very large.
   */
  pastPlans(limit: number): Promise<PastPlan[]>

  log(entry: LogEntry): Promise<void>
  logEntries(sessionId: string, limit: number): Promise<LogEntry[]>
}

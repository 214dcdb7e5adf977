import type { Approval, HumanQuestion } from '#contracts/approvals.ts'
import type { Demo } from '#contracts/commands.ts'
import type { RuntimeEvent } from '#contracts/events.ts'
import type { Failure } from '#contracts/failure.ts'
import type { ModelRef } from '#contracts/models.ts'
import type { Mode } from '#contracts/risk.ts'
import type { Session } from '#contracts/sessions.ts'
import type { Settings, StorageReport } from '#contracts/settings.ts'
import type { TrustState } from '#contracts/trust.ts'
import type { Panes } from './panes.ts'

/** A short word to the person. It leaves by itself unless `level` is `error`. */
export interface Notice {
  id: number
  level: 'info' | 'warning' | 'error'
  text: string
  failure?: Failure
  /** One notice of a subject is shown at a time. */
  subject?: string
}

/** What the page holds of a session that was opened in it. */
export interface OpenedSession {
  access: 'write' | 'read-only'
  hasOlder: boolean
}

/** The file that the workspace is asked to show. `at` grows, so that asking twice is seen twice. */
export interface FileTarget {
  sessionId: string
  path: string
  /** From 1. */
  line?: number
  at: number
}

/** What the inspector shows of a session, in the list of calls, tools or the run. */
export type InspectSubject =
  { kind: 'call'; callId: string | null } | { kind: 'tool'; tool: string | null } | { kind: 'run' }

/** Where the inspector stands. `at` grows with each time that somebody asks for it elsewhere. */
export interface InspectTarget {
  sessionId: string
  subject: InspectSubject
  at: number
}

export type WorkspaceChange = Extract<RuntimeEvent, { type: 'workspace' }>['changes'][number]
export type DialogName = 'settings' | 'palette' | 'keys' | 'trust' | null

/** The mirror of what the agent's thread reported, and what the page keeps of its own appearance. */
export interface PageState {
  phase: 'starting' | 'ready' | 'failed'
  /** Why the start failed; null while it did not. */
  bootFailure: Failure | null
  sessions: ReadonlyMap<string, Session>
  opened: ReadonlyMap<string, OpenedSession>
  approvals: ReadonlyMap<string, Approval>
  questions: ReadonlyMap<string, HumanQuestion>
  settings: Settings
  /** What of the stored settings could not be read, in sentences; empty once they were written anew. */
  damagedSettings: readonly string[]
  /** Grows with each change of the rules: whoever shows them reads them again. */
  rulesVersion: number
  demos: readonly Demo[]
  storage: StorageReport | null
  notices: readonly Notice[]
  online: boolean
  /** Grows with each change report of a workspace; what changed goes to `onWorkspaceChange`. */
  workspaceVersions: ReadonlyMap<string, number>
  /** How the trust in a workspace stands, by its id; comes with opening a session. */
  trust: ReadonlyMap<string, TrustState>
  /** The session that is shown; null on the welcome page. */
  selected: string | null
  /** Sessions that this page itself made since it was loaded. */
  created: ReadonlySet<string>
  target: FileTarget | null
  inspecting: InspectTarget | null
  /** The call whose line the conversation is asked to show. `at` grows, so that asking twice is seen twice. */
  shownCall: { sessionId: string; callId: string; at: number } | null
  /** The conversation that is asked to go to its end, after the person did something there. `at` grows with each time. */
  shownEnd: { sessionId: string; at: number } | null
  /** What the next session starts with where it differs from the settings. */
  fresh: { mode: Mode | null; model: ModelRef | null }
  dialog: DialogName
  /** Which section the settings open at. */
  settingsSection: string
  panes: Panes
}

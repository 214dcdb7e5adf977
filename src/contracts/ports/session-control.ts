import type { RiskClass } from '../risk.ts'

/** Why a tool is seen by the model of a session, or is not. */
export interface ToolState {
  readonly name: string
  readonly group: string
  readonly risk: RiskClass
  /** `person`: only the person may call it. */
  readonly state: 'active' | 'unavailable' | 'person'
  /** A sentence; '' for an active one. */
  readonly reason: string
}

/** What a person may do to the session that a call belongs to. Only capabilities whose `callers` is `person` need it. */
export interface SessionControl {
  /** Every registered tool, in the order in which providers see them. */
  tools(): readonly ToolState[]
  /**
   * Starts the model's context anew: it is told nothing of what was said before. The messages stay stored and
   * readable, the workspace stays as it is; the task list, which only the model keeps, is emptied. Rejects with
   * a `FailureError` of stage `storage`.
   */
  clear(): Promise<void>
}

import type { RuntimeEvent } from '#contracts/events.ts'
import type { Money } from '#contracts/money.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import type { WebPort } from '#contracts/ports/web.ts'
import type { Journal } from './journal.ts'
import type { AgentPorts } from './ports.ts'
import type { Rules } from './rules.ts'
import type { Trust } from './trust.ts'

/** What a session host shares with the runtime that opened it. */
export interface SessionShare {
  readonly ports: AgentPorts
  readonly model: ModelPort
  /** What pages are read through; undefined where nothing reaches the network. */
  readonly web: WebPort | undefined
  readonly journal: Journal
  readonly rules: Rules
  readonly trust: Trust
  /** Trust in one workspace. With a sandbox it can also say what the workspace contributes. */
  workspaceTrust(workspaceId: string, sandbox: Sandbox | null): WorkspaceTrust
  /** The caps on money, and the currency in which costs are told, as they were last read. */
  money(): Money
  /** The same, read again so that a change of another tab counts; as last read where storage fails or it is stopped. */
  freshMoney(signal: AbortSignal): Promise<Money>
  emit(event: RuntimeEvent): void
  /** True while a page listens to the events. */
  connected(): boolean
}

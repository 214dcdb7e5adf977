import type { CallOutcome, NestedSource } from './calls.ts'
import type { HumanAnswer, HumanQuestion } from './approvals.ts'
import type { ClientRouter } from './ports/client-router.ts'
import type { Clock } from './ports/clock.ts'
import type { Sandbox } from './ports/sandbox.ts'
import type { WebPort } from './ports/web.ts'
import type { SessionControl } from './ports/session-control.ts'
import type { WorkspaceTrust } from './ports/trust.ts'
import type { Todo } from './views.ts'

/** What one session remembers between calls, in memory, for its tools. */
export interface SessionMemory {
  /** Revision of each file as the agent last saw or wrote it, the newest last; a file that changed since is refused for writing. */
  readonly seen: Map<string, string>
  /** Where the next command starts, as an absolute workspace path. */
  cwd: string
  /** Exported variables that the last command left behind. */
  env: Record<string, string>
  /** Stores the list with the session and shows it. */
  writeTodos(todos: readonly Todo[]): Promise<void>
}

/**
 * Everything that exists for one call (spec RG10). A body reaches the world through this and through
 * nothing else. All paths of `sandbox` are absolute workspace paths.
 */
export interface CapabilityRun {
  readonly sessionId: string
  readonly turnId: string
  readonly callId: string
  /** Aborted by stop, by a budget and by the call's own timeout. */
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly memory: SessionMemory
  /** Throws `FailureError` (`unavailable`) where this run has no sandbox. */
  readonly sandbox: Sandbox
  /** Reads pages; left out where this run cannot reach the network. */
  readonly web?: WebPort
  /** The page that shows the run; left out where it has none. */
  readonly client?: ClientRouter
  /** The session itself, for what a person does to it; left out where there is none. */
  readonly session?: SessionControl
  /** Whether the workspace is trusted; left out where this run cannot say. */
  readonly trust?: WorkspaceTrust
  /** Asks the person and waits; the clocks of the turn stand still. Answers `no-one` where nobody is there. */
  ask(question: Omit<HumanQuestion, 'id' | 'sessionId' | 'turnId' | 'callId' | 'askedAt'>): Promise<HumanAnswer>
  /** Live output for the page; never enters the model's context. */
  output(stream: 'stdout' | 'stderr' | 'info', text: string): void
  /**
   * Says that the call lives. The runner says so by itself every HEARTBEAT_MS while a time-out of the call's own runs. A
   * call without one that says nothing for TOOL_IDLE_MS, asks nobody and makes no call that lives is ended.
   */
  heartbeat(): void
  /**
   * The only door to another capability (spec RG10): lookup, plan, gate, body. Whatever is wrong with the call is its
   * outcome, arguments that are no JSON too; rejects only where the journal cannot be written, and then it did not run.
   */
  invoke(name: string, args: unknown, source: NestedSource): Promise<CallOutcome>
}

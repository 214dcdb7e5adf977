import type { CapabilityBody, CapabilitySpec } from '#contracts/capability.ts'
import type { Failure } from '#contracts/failure.ts'
import type { Clock } from '#contracts/ports/clock.ts'
import type { LockPort } from '#contracts/ports/lock.ts'
import type { ModelPort } from '#contracts/ports/model.ts'
import type { Sandbox } from '#contracts/ports/sandbox.ts'
import type { ShellGrammar } from '#contracts/ports/shell-grammar.ts'
import type { Store } from '#contracts/ports/store.ts'
import type { WorkspaceTrust } from '#contracts/ports/trust.ts'
import type { Vault } from '#contracts/ports/vault.ts'
import type { WebPort } from '#contracts/ports/web.ts'
import type { WorkspaceStore } from '#contracts/ports/workspace-store.ts'
import type { Demo } from '#contracts/commands.ts'
import type { Attachment } from '#contracts/sessions.ts'
import type { Mode } from '#contracts/risk.ts'
import type { ProviderConfig } from '#contracts/models.ts'
import type { Registry } from '#tools/registry.ts'

/** A demo with what it starts from: the message that a person would have written. */
export interface DemoOpening extends Demo {
  readonly mode: Mode
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Everything that the agent needs of the world, handed in once by the thread that joins the rooms. */
export interface AgentPorts {
  readonly store: Store
  readonly workspaces: WorkspaceStore
  readonly vault: Vault
  readonly locks: LockPort
  readonly clock: Clock
  readonly registry: Registry
  /** The grammar of the shell that runs commands. */
  readonly grammar: ShellGrammar
  /** The model port over the providers that `config` finds at the time of each request. */
  createModel(config: (providerId: string) => ProviderConfig | null): ModelPort
  /** Opens a workspace; throws `FailureError` (`unavailable`) where none can run here. */
  openSandbox(workspaceId: string, onStorageFailure: (failure: Failure) => void): Promise<Sandbox>
  /**
   * The web port, with the relay as it is at the time of each request; null while it is off. Left out where nothing
   * reaches the network, and no page is read then.
   */
  createWeb?(relay: () => Promise<{ readonly url: string; readonly token: string } | null>): WebPort
  loadBody(spec: CapabilitySpec): Promise<CapabilityBody>
  /** Trust in one workspace; left out, the agent keeps it with its sessions. */
  trust?(workspaceId: string): WorkspaceTrust
  readonly demos: readonly DemoOpening[]
  /** Loads every lazy part that a demo uses. */
  warmUp(): Promise<void>
}

/** The ports of an agent that runs: it says itself whether a workspace is trusted where the host does not. */
export type RunningPorts = AgentPorts & { readonly trust: NonNullable<AgentPorts['trust']> }

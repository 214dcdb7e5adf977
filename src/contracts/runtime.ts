import type { CommandName } from './commands.ts'
import type { Failure } from './failure.ts'

/** How the start went. A failed one is shown on a screen of its own (spec RG6). */
export type BootReport = { ok: true } | { ok: false; failure: Failure }

/** The end of a MessagePort that events are sent into. */
export interface EventPort {
  postMessage(message: unknown): void
}

/**
 * What `workers/agent.ts` exposes to the page over Comlink. Inputs are parsed by `COMMANDS` on arrival
 * and outputs on return, so both are `unknown` here. Nothing throws: failures come back as data.
 */
export interface RuntimeApi {
  /** Settles once storage is open, the registry is consistent and commands are served. Same answer each time. */
  boot(): Promise<BootReport>
  /** Runs one command. `signal` (transferred) cancels what can be cancelled. */
  call(name: CommandName, input: unknown, signal?: AbortSignal): Promise<unknown>
  /** Sends every event numbered `since` or later to `port`, one `EventBatch` a message, until the port closes. */
  subscribe(since: number, port: EventPort): void
  /** Fetches every lazy part that a demo needs, so that the network may go away afterwards. */
  warmUp(): Promise<void>
}

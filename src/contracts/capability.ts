import type { z } from 'zod'
import type { CapabilityRun } from './capability-run.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { RiskClass } from './risk.ts'
import type { ClientView, Effect, ModelContent } from './views.ts'

/** A service that a run may or may not offer. A capability whose service is missing is `unavailable`, with the reason. */
export type ServiceName = 'sandbox' | 'human' | 'web' | 'client' | 'session' | 'trust'

/**
 * How calls of one capability may run together (spec RN2). `parallel`: side by side with others while the
 * *effective* risk is read-only. `serial`: alone, in the model's order. `process`: like serial whatever its
 * class, because it starts something. `alone`: the only call of its batch (it talks to the person).
 */
export type Concurrency = 'parallel' | 'serial' | 'process' | 'alone'

/**
 * Which argument says what a call acts on. `address` is a URL. Of a command also, where there is one, the argument with
 * the folder that it starts in and the one that it is fed with: both are part of what it is.
 */
export type TargetRule =
  | { kind: 'none' }
  | { kind: 'path'; argument: string }
  | { kind: 'command'; argument: string; folderArgument?: string; inputArgument?: string }
  | { kind: 'address'; argument: string }

/** The words of one capability. `{name}` is replaced by that argument; a missing one by nothing. */
export interface CapabilityWords {
  /** "Read {path}" */
  done: string
  /** "Write {path}?" */
  ask: string
  /** What a result is that came from outside, to follow "there is": "a page of {host}", with the host of the target address. */
  brought?: string
}

/**
 * A capability's spec: data only, eager, readable by every room (spec RG1, RG2). Made by
 * `defineCapability`, which checks it. The same object stands in the spec table and behind the body.
 */
export interface CapabilitySpec<Input extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly group: string
  /** For the model: what it does, when to use it, what it returns. */
  readonly description: string
  readonly input: Input
  /** JSON Schema of `input`; its top level is an object. */
  readonly inputSchema: JsonObject
  readonly risk: RiskClass
  readonly concurrency: Concurrency
  readonly target: TargetRule
  /**
   * Which refinement of the gate narrows or raises the class from the arguments (spec GT1). `command`: by its grammar.
   * `path`: by the name of the file, for tools that show or change what is in it.
   */
  readonly refine?: 'command' | 'path'
  /**
   * Its results hold text that nobody here wrote: once one is in the context, the monitor asks about calls that can carry
   * data out (spec GT9). Left out: what it returns is the person's own, or says nothing that could be obeyed.
   */
  readonly brings?: 'untrusted'
  readonly needs: readonly ServiceName[]
  /** Left out: whoever is granted it. `person`: only what a person typed calls it; no model, code or subtask ever sees it. */
  readonly callers?: 'person'
  readonly words: CapabilityWords
  /** Own timeout in milliseconds; null for those that wait for a person. */
  readonly timeoutMs: number | null
  /** The argument (milliseconds) with which a call sets its own, shorter, time-out. */
  readonly timeoutArgument?: string
}

/** A group: what its tools share (spec RG4). */
export interface CapabilityGroup {
  readonly name: string
  /** Added to the system prompt while one of its tools is active; '' for none. */
  readonly instructions: string
  readonly specs: readonly CapabilitySpec[]
}

/**
 * A body: what one capability does (spec RG1). `run` throws `FailureError` to fail; whatever else it
 * throws is recorded as `crashed`. The projections are pure (spec RS1).
 */
export interface CapabilityBody<Input = never, Output extends JsonValue = JsonValue> {
  readonly spec: CapabilitySpec
  run(run: CapabilityRun, input: Input): Promise<Output>
  /** The `compact` hook: what the model gets of the raw output. */
  toModel(output: Output, input: Input): ModelContent
  toClient(output: Output, input: Input): ClientView
  /** What would happen, for an approval; reads only. Left out: the arguments are shown. */
  preview?(run: CapabilityRun, input: Input): Promise<Effect>
}

/** A body module: one per group, one dynamic import each. */
export interface BodyModule {
  readonly bodies: readonly CapabilityBody[]
}

/** Ties a body's types to its spec, so that `input` is what the schema parses to. */
export function implement<Input extends z.ZodType, Output extends JsonValue>(
  spec: CapabilitySpec<Input>,
  body: Omit<CapabilityBody<z.output<Input>, Output>, 'spec'>,
): CapabilityBody {
  // The runner hands every body the parsed input of its own spec, so widening `Input` here is sound.
  return { spec, ...body } as unknown as CapabilityBody
}
